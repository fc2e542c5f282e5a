import { randomInt } from "node:crypto";

// Crockford's digits: no letter that a person on the telephone could take for another one.
const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

const group = (): string => Array.from({ length: 5 }, () => digits[randomInt(digits.length)]).join("");

/** 50 random bits: short enough to be read out, and telling nobody how many enquiries there were. */
export const newReceiptNumber = (): string => `E-${group()}-${group()}`;
