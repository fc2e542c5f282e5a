import { hash } from "node:crypto";

/** A stranger's key as one that an index can hold: where it is too long for that, its digest tells it apart. */
export const shortKey = (key: string): string => (key.length > 240 ? hash("sha256", key) : key);
