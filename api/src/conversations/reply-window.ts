import type { Conversation } from "./conversation.js";

const whatsAppWindowMs = 24 * 3_600_000;

/** WhatsApp lets a business write freely for a day after the contact's latest word; the other channels have no such end. */
export function replyWindowEnd({
  channel,
  lastInboundAt,
}: Pick<Conversation, "channel" | "lastInboundAt">): Date | null {
  return channel === "WHATSAPP" && lastInboundAt ? new Date(lastInboundAt.getTime() + whatsAppWindowMs) : null;
}
