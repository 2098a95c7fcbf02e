import { z } from 'zod';
import { DAY, MINUTE, SECOND } from '../kernel/clock.ts';
import type { HttpSourceOptions, RateRules } from '../modules/rates/index.ts';

export interface RateSettings {
  /** The source of the rate; absent: only the operator sets it. */
  source: HttpSourceOptions | undefined;
  /** Milliseconds between two readings. */
  every: number;
  rules: RateRules;
}

const decimal = z.string().trim();
function whole(from: number, to: number) {
  const error = `must be a whole number from ${from} to ${to}`;
  return decimal
    .regex(/^\d{1,6}$/, { error })
    .transform(Number)
    .pipe(z.int().min(from, { error }).max(to, { error }));
}

export const rateEnvironment = {
  KANTOR_RATE_URL: z
    .url({
      protocol: /^https?$/,
      error: 'must be an address of JSON like https://api.example/rates?pair=usdtrub',
    })
    .optional(),
  KANTOR_RATE_PATH: z
    .string()
    .max(200, {
      error: 'must be a place in the JSON of at most 200 characters, such as data.0.price or /data/0/price',
    })
    .default(''),
  KANTOR_RATE_EVERY_SECONDS: whole(5, 3600).default(30),
  KANTOR_RATE_MAX_AGE_MINUTES: whole(1, 525_600).optional(),
  KANTOR_RATE_JUMP_PERCENT: decimal
    .regex(/^\d{1,3}(\.\d{1,2})?$/, { error: 'must be a number from 0 to 999 with at most two places' })
    .transform((text) => BigInt(Math.round(Number(text) * 100)))
    .default(500n),
};

/** A source answers every half a minute: after a quarter of an hour without it the rate is a guess. */
const SOURCE_MAX_AGE_MS = 15 * MINUTE;
/** An operator who sets the rate by hand looks at it daily. */
const MANUAL_MAX_AGE_MS = DAY;
/** The demo has no operator at hand; switched on again after weeks, it still works. */
const DEMO_MAX_AGE_MS = 365 * DAY;

type Values = z.output<z.ZodObject<typeof rateEnvironment>>;

/** In the demo the rate comes from the simulator, if it runs and no other source is given. */
export function rateSettings(
  values: Values,
  { demo, simulatorUrl }: { demo: boolean; simulatorUrl: string | undefined },
): RateSettings {
  const maxAge = values.KANTOR_RATE_MAX_AGE_MINUTES;
  const simulated = simulatorUrl === undefined ? undefined : { url: `${simulatorUrl}/rate`, path: 'price' };
  const given = values.KANTOR_RATE_URL && { url: values.KANTOR_RATE_URL, path: values.KANTOR_RATE_PATH };
  return {
    source: given || simulated,
    every: values.KANTOR_RATE_EVERY_SECONDS * SECOND,
    rules: {
      jumpBp: values.KANTOR_RATE_JUMP_PERCENT,
      sourceMaxAgeMs: maxAge === undefined ? SOURCE_MAX_AGE_MS : maxAge * MINUTE,
      manualMaxAgeMs: maxAge === undefined ? (demo ? DEMO_MAX_AGE_MS : MANUAL_MAX_AGE_MS) : maxAge * MINUTE,
    },
  };
}

/** Faults of the settings together: sentences. */
export function rateContradictions({ every, rules }: RateSettings): string[] {
  if (rules.sourceMaxAgeMs > every) return [];
  return ['KANTOR_RATE_MAX_AGE_MINUTES must be longer than KANTOR_RATE_EVERY_SECONDS, or every rate is stale.'];
}
