import { z } from 'zod';
import { HOUR, MINUTE } from '../kernel/clock.ts';
import { type AppealTerms, USUAL_ANSWERS } from '../modules/appeals/index.ts';

function whole(what: string, from: number, to: number) {
  const error = `must be a whole number ${what}from ${from} to ${to}`;
  return z
    .string()
    .trim()
    .regex(/^\d{1,7}$/, { error })
    .transform(Number)
    .pipe(z.int({ error }).min(from, { error }).max(to, { error }));
}

/** A month: what nobody answers by then nobody will. */
const MAX_MINUTES = 43_200;

const NIGHT = { error: 'must be two hours of Moscow, such as 22-8; equal ones are no night' };

export const appealEnvironment = {
  KANTOR_APPEAL_DAYS: whole('of days ', 1, 365).default(14),
  KANTOR_APPEAL_MULTIPLE: whole('', 1, 100).default(3),
  KANTOR_APPEAL_ANSWER_MINUTES: whole('of minutes ', 1, MAX_MINUTES).default(USUAL_ANSWERS.dayMs / MINUTE),
  KANTOR_APPEAL_NIGHT_MINUTES: whole('of minutes ', 1, MAX_MINUTES).default(USUAL_ANSWERS.nightMs / MINUTE),
  KANTOR_APPEAL_NIGHT: z
    .string()
    .trim()
    .regex(/^(\d|1\d|2[0-3])-(\d|1\d|2[0-3])$/, NIGHT)
    .default(`${USUAL_ANSWERS.night.from}-${USUAL_ANSWERS.night.to}`),
  KANTOR_APPEAL_CONTEST_HOURS: whole('of hours ', 1, 720).default(USUAL_ANSWERS.contestMs / HOUR),
  KANTOR_APPEAL_PROOF_ABOVE: whole('of roubles ', 0, 1_000_000).default(Number(USUAL_ANSWERS.proofAbove / 100n)),
};

type Values = z.output<z.ZodObject<typeof appealEnvironment>>;

export function appealSettings(values: Values): AppealTerms {
  const [from = 0, to = 0] = values.KANTOR_APPEAL_NIGHT.split('-').map(Number);
  return {
    days: values.KANTOR_APPEAL_DAYS,
    multiple: values.KANTOR_APPEAL_MULTIPLE,
    answers: {
      dayMs: values.KANTOR_APPEAL_ANSWER_MINUTES * MINUTE,
      nightMs: values.KANTOR_APPEAL_NIGHT_MINUTES * MINUTE,
      night: { from, to },
      contestMs: values.KANTOR_APPEAL_CONTEST_HOURS * HOUR,
      proofAbove: BigInt(values.KANTOR_APPEAL_PROOF_ABOVE) * 100n,
    },
  };
}
