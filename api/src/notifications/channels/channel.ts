import type { DeliveryPurpose } from "../../deliveries/delivery.js";

/** What is to leave the house, complete: a channel asks nobody and keeps nothing. */
export interface Outgoing {
  readonly deliveryId: string;
  readonly purpose: DeliveryPurpose;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  /** The business that writes, as its customers know it. */
  readonly senderName: string;
}

export interface Channel {
  /**
   * Ends when the other side has accepted it. Whatever is thrown is a failed attempt; a PermanentFailure is the last
   * one. The signal takes an attempt back that lasts too long.
   */
  send(outgoing: Outgoing, signal: AbortSignal): Promise<void>;
}

/** The same again would be refused again. */
export class PermanentFailure extends Error {
  override readonly name = "PermanentFailure";
}
