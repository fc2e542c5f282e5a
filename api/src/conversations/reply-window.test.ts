import { replyWindowEnd } from "./reply-window.js";

const lastInboundAt = new Date("2026-03-01T09:30:00.000Z");

it("ends 24 hours after the latest word of a WhatsApp contact", () => {
  expect(replyWindowEnd({ channel: "WHATSAPP", lastInboundAt })).toEqual(new Date("2026-03-02T09:30:00.000Z"));
});

it("has no end where nobody has written yet, or on another channel", () => {
  expect(replyWindowEnd({ channel: "WHATSAPP", lastInboundAt: null })).toBeNull();
  expect(replyWindowEnd({ channel: "EMAIL", lastInboundAt })).toBeNull();
});
