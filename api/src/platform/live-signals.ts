export const signals = ["CHANGES", "RIGHTS"] as const;
/** CHANGES: the merchant's change log has grown. RIGHTS: a member, a key or a policy is not what it was. */
export type Signal = (typeof signals)[number];

/** A hint that something is new, never the thing itself: whoever hears it reads with their own rights. */
export interface LiveSignals {
  listen(merchantId: string, onSignal: (signal: Signal) => void): () => void;
}
