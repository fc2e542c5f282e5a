import { connectionOf } from "../platform/page.js";
import { Conversation } from "./conversation.js";

export const { Connection: ConversationConnection } = connectionOf("Conversation", () => Conversation);
