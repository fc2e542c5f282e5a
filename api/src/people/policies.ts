import { Duration } from "luxon";
import { z } from "zod";
import { cleanText } from "../platform/clean-text.js";

export const agentVisibilities = ["OWN_AND_UNASSIGNED", "ALL"] as const;
export type AgentVisibility = (typeof agentVisibilities)[number];

const longestMs = Duration.fromObject({ years: 10 }).toMillis();
const duration = z
  .string()
  .refine(
    (text) => Duration.fromISO(text).isValid && Duration.fromISO(text).toMillis() >= 0,
    "must be an ISO 8601 duration, such as PT24H",
  )
  // No date that follows from it may lie beyond the years that clocks and databases share.
  .refine((text) => Duration.fromISO(text).toMillis() <= longestMs, "must not be longer than ten years");
const text = (longest: number) => z.string().max(longest).transform(cleanText);
const localTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, "must be a time of day, such as 09:00");
const span = z.object({ from: localTime, to: localTime }).refine((s) => s.from < s.to, "must end after it begins");
const weekday = z.array(span).default([]);

const businessHours = z.object({
  weekly: z.object({ 1: weekday, 2: weekday, 3: weekday, 4: weekday, 5: weekday, 6: weekday, 7: weekday }),
  holidays: z.array(z.iso.date()).default([]),
});

/** What a merchant has decided; every key has the default that a new merchant starts with. */
export const policiesSchema = z.object({
  conversionVoidWindow: duration.default("PT24H"),
  reEngagementQuietPeriod: duration.default("PT0S"),
  responseTarget: duration.default("PT1H"),
  businessHours: businessHours.nullable().default(null),
  agentVisibility: z.enum(agentVisibilities).default("OWN_AND_UNASSIGNED"),
  fingerprintWindow: duration.default("PT5M"),
  followUpDefault: duration.nullable().default(null),
  deliveryAttempts: z.int().min(1).max(20).default(5),
  acknowledgement: z.object({ enabled: z.boolean(), subject: text(200), text: text(5000) }).default({
    enabled: true,
    subject: "We have received your enquiry",
    text: "Thank you for writing to us. Your reference is {receiptNumber}. A colleague will answer you soon.",
  }),
  retention: z
    .object({ declinedAfter: duration.nullable(), spamAfter: duration.nullable() })
    .default({ declinedAfter: null, spamAfter: null }),
});

export type Policies = z.infer<typeof policiesSchema>;

export const defaultPolicies: Policies = policiesSchema.parse({});

/** Stored policies may be older than a setting that was added since: what is missing has its default. */
export const readPolicies = (stored: unknown): Policies => policiesSchema.parse(stored ?? {});

export const durationMs = (iso: string): number => Duration.fromISO(iso).toMillis();
