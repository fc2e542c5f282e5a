import { uuidv7 } from "uuidv7";

/** Time-ordered, so that new rows land at the end of their indexes. */
export const newId = (): string => uuidv7();
