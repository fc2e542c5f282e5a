import { connectionOf } from "../platform/page.js";
import { Contact } from "./contact.js";

export const { Connection: ContactConnection } = connectionOf("Contact", () => Contact);
