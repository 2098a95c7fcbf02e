import { z } from 'zod';
import { MINUTE } from '../kernel/clock.ts';
import { type PayoutTerms, USUAL_TERMS } from '../modules/payouts/index.ts';

function whole(from: number, to: number) {
  const error = `must be a whole number from ${from} to ${to}`;
  return z
    .string()
    .trim()
    .regex(/^\d{1,6}$/, { error })
    .transform(Number)
    .pipe(z.int().min(from, { error }).max(to, { error }));
}

/** A month: whoever does not look at their payouts by then will not do so. */
const MAX_MINUTES = 43_200;

export const payoutEnvironment = {
  KANTOR_PAYOUT_CONTEST_MINUTES: whole(1, MAX_MINUTES).optional(),
  KANTOR_PAYOUT_WORK_MINUTES: whole(1, MAX_MINUTES).optional(),
  KANTOR_PAYOUT_TAKES_PER_HOUR: whole(1, 10_000).default(USUAL_TERMS.takesPerHour),
  KANTOR_PAYOUT_MIN_RUB: whole(1, 100_000).optional(),
};

/** In the demo a payout is settled while its visitor still looks. */
const DEMO_CONTEST_MS = MINUTE;

type Values = z.output<z.ZodObject<typeof payoutEnvironment>>;

export function payoutSettings(values: Values, { demo }: { demo: boolean }): PayoutTerms {
  const minutes = (given: number | undefined, otherwise: number) => (given === undefined ? otherwise : given * MINUTE);
  const minRoubles = values.KANTOR_PAYOUT_MIN_RUB;
  return {
    contestMs: minutes(values.KANTOR_PAYOUT_CONTEST_MINUTES, demo ? DEMO_CONTEST_MS : USUAL_TERMS.contestMs),
    workMs: minutes(values.KANTOR_PAYOUT_WORK_MINUTES, USUAL_TERMS.workMs),
    takesPerHour: values.KANTOR_PAYOUT_TAKES_PER_HOUR,
    minAmount: minRoubles === undefined ? USUAL_TERMS.minAmount : BigInt(minRoubles) * 100n,
  };
}
