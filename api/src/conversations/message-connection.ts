import { connectionOf } from "../platform/page.js";
import { Message } from "./message.js";

export const { Connection: MessageConnection } = connectionOf("Message", () => Message);
