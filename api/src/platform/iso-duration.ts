import { Duration } from "luxon";

/** Hours, minutes and seconds only: a day is not always 24 hours long. */
export const isoDuration = (milliseconds: number): string =>
  Duration.fromMillis(milliseconds).shiftTo("hours", "minutes", "seconds").toISO();
