import { z } from 'zod';
import { type Kept, type Terms, USUAL_TERMS } from '../db/retention.ts';
import { DAY } from '../kernel/clock.ts';

const MAX_DAYS = 3650;

/** A number of days from the least one, or 0: for good. */
function days(what: Kept, least: number) {
  const error = `must be a whole number of days from ${least} to ${MAX_DAYS}, or 0: for good`;
  return z
    .string()
    .trim()
    .regex(/^\d{1,4}$/, { error })
    .transform(Number)
    .refine((number) => number === 0 || (number >= least && number <= MAX_DAYS), { error })
    .default(USUAL_TERMS[what] / DAY);
}

export const retentionEnvironment = {
  /** A trader's people sort messages for a day; appeals need them longer: see below. */
  KANTOR_KEEP_TEXTS_DAYS: days('texts', 2),
  /** Attempts go on for days, and somebody may send a message again. */
  KANTOR_KEEP_WEBHOOKS_DAYS: days('webhooks', 7),
  KANTOR_KEEP_REQUESTS_DAYS: days('requests', 1),
  KANTOR_KEEP_PINGS_DAYS: days('pings', 1),
  /** The dashboard compares with yesterday, reports with the time before. */
  KANTOR_KEEP_REFUSALS_DAYS: days('refusals', 35),
  KANTOR_KEEP_PROPOSALS_DAYS: days('proposals', 7),
};

type Values = z.output<z.ZodObject<typeof retentionEnvironment>>;

export const retentionSettings = (values: Values): Terms => ({
  texts: values.KANTOR_KEEP_TEXTS_DAYS * DAY,
  webhooks: values.KANTOR_KEEP_WEBHOOKS_DAYS * DAY,
  requests: values.KANTOR_KEEP_REQUESTS_DAYS * DAY,
  pings: values.KANTOR_KEEP_PINGS_DAYS * DAY,
  refusals: values.KANTOR_KEEP_REFUSALS_DAYS * DAY,
  proposals: values.KANTOR_KEEP_PROPOSALS_DAYS * DAY,
});

/** Whoever decides on an appeal reads what the bank wrote. Sentences. */
export const retentionContradictions = ({ texts }: Terms, appealDays: number): string[] =>
  texts === 0 || texts > appealDays * DAY
    ? []
    : [`KANTOR_KEEP_TEXTS_DAYS must be more than the ${appealDays} days of KANTOR_APPEAL_DAYS, or 0: for good.`];
