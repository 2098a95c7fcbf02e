import { z } from 'zod';
import { SECOND } from '../kernel/clock.ts';

/** How one version takes the place of another. */
export interface ReleaseSettings {
  /** Whether starts and commands bring the schema up to date; otherwise `kantor migrate` alone does. */
  migrates: boolean;
  /** Milliseconds that a process still answers after /ready went off. */
  drainMs: number;
}

const SECONDS = { error: 'must be a whole number of seconds from 0 to 30' };

export const releaseEnvironment = {
  KANTOR_MIGRATE: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
  KANTOR_DRAIN_SECONDS: z
    .string()
    .trim()
    .regex(/^\d{1,2}$/, SECONDS)
    .transform(Number)
    .pipe(z.int().max(30, SECONDS))
    .optional(),
};

/** Two looks of a balancer that asks every two seconds. */
const USUAL_DRAIN_SECONDS = 5;

type Values = z.output<z.ZodObject<typeof releaseEnvironment>>;

/** Outside of production nobody balances. */
export const releaseSettings = (values: Values, production: boolean): ReleaseSettings => ({
  migrates: values.KANTOR_MIGRATE === 'on',
  drainMs: (values.KANTOR_DRAIN_SECONDS ?? (production ? USUAL_DRAIN_SECONDS : 0)) * SECOND,
});
