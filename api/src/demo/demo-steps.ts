import type { ChannelName } from "../conversations/conversation.js";

export interface Story {
  readonly person: { readonly name: string; readonly email?: string; readonly phone?: string };
  readonly channel: ChannelName;
  readonly interest: string;
  readonly message: string;
  readonly campaign?: number;
  readonly isTest?: boolean;
  readonly steps: readonly Step[];
}

export interface Step {
  readonly daysAgo: number;
  readonly does: "ARRIVES" | "CLAIMS" | "REPLIES" | "CALLS" | "NOTES" | "MOVES" | "PROMISES" | "WRITES";
  /** Index of the member; the first agent when not said. */
  readonly by?: number;
  readonly to?: string;
  readonly text?: string;
  readonly dueInDays?: number;
  readonly campaign?: number;
  readonly value?: { readonly amountMinor: number; readonly currency: string };
}

export const arrives = (daysAgo: number): Step => ({ daysAgo, does: "ARRIVES" });
export const claims = (daysAgo: number, by = 2): Step => ({ daysAgo, does: "CLAIMS", by });
export const replies = (daysAgo: number, text: string, by = 2): Step => ({ daysAgo, does: "REPLIES", text, by });
export const moves = (daysAgo: number, to: string, by = 2, more: Partial<Step> = {}): Step => ({
  daysAgo,
  does: "MOVES",
  to,
  by,
  ...more,
});
export const wins = (daysAgo: number, amountMinor: number, by = 2): Step =>
  moves(daysAgo, "won", by, { value: { amountMinor, currency: "EUR" } });
export const declines = (daysAgo: number, text: string, by = 2): Step => moves(daysAgo, "declined", by, { text });
export const writes = (daysAgo: number, text: string, campaign?: number): Step => ({
  daysAgo,
  does: "WRITES",
  text,
  ...(campaign === undefined ? {} : { campaign }),
});

export const thanks =
  "Thank you for writing. I have two slots this week: Wednesday at 10 or Friday at 15. Which one suits you?";
