import { z } from 'zod';
import { DAY, MINUTE } from '../kernel/clock.ts';
import type { HttpSourceOptions, RateRules } from '../modules/rates/index.ts';

export interface RateSettings {
  /** Where the rate is read; absent: only the operator sets it. */
  source: HttpSourceOptions | undefined;
  /** Milliseconds between two readings. */
  every: number;
  rules: RateRules;
}

const decimal = z.string().trim();
const whole = (from: number, to: number) =>
  decimal
    .regex(/^\d{1,6}$/)
    .transform(Number)
    .pipe(z.int().min(from).max(to));

export const rateEnvironment = {
  KANTOR_RATE_URL: z.url({ protocol: /^https?$/ }).optional(),
  KANTOR_RATE_PATH: z.string().max(200).default(''),
  KANTOR_RATE_EVERY_SECONDS: whole(5, 3600).default(30),
  KANTOR_RATE_MAX_AGE_MINUTES: whole(1, 525_600).optional(),
  KANTOR_RATE_JUMP_PERCENT: decimal
    .regex(/^\d{1,3}(\.\d{1,2})?$/)
    .transform((text) => BigInt(Math.round(Number(text) * 100)))
    .default(500n),
};

export const RATE_SENTENCES = {
  KANTOR_RATE_URL: 'must be an address of JSON like https://api.example/rates?pair=usdtrub',
  KANTOR_RATE_PATH: 'must be a place in the JSON of at most 200 characters, such as data.0.price or /data/0/price',
  KANTOR_RATE_EVERY_SECONDS: 'must be a whole number from 5 to 3600',
  KANTOR_RATE_MAX_AGE_MINUTES: 'must be a whole number from 1 to 525600',
  KANTOR_RATE_JUMP_PERCENT: 'must be a number from 0 to 999 with at most two places',
};

/** A source answers every half a minute: after a quarter of an hour without it the rate is a guess. */
const SOURCE_AGE = 15 * MINUTE;
/** Who sets the rate by hand looks at it daily. */
const MANUAL_AGE = DAY;
/** In the demo nobody does; switched on again after weeks, it still works. */
const DEMO_AGE = 365 * DAY;

type Values = z.output<z.ZodObject<typeof rateEnvironment>>;

/** In the demo the rate comes from the simulated world, if there is one and no other source is given. */
export function rateSettings(
  values: Values,
  { demo, simulatorUrl }: { demo: boolean; simulatorUrl: string | undefined },
): RateSettings {
  const maxAge = values.KANTOR_RATE_MAX_AGE_MINUTES;
  const simulated = simulatorUrl === undefined ? undefined : { url: `${simulatorUrl}/rate`, path: 'price' };
  const given = values.KANTOR_RATE_URL && { url: values.KANTOR_RATE_URL, path: values.KANTOR_RATE_PATH };
  return {
    source: given || simulated,
    every: values.KANTOR_RATE_EVERY_SECONDS * 1000,
    rules: {
      jumpBp: values.KANTOR_RATE_JUMP_PERCENT,
      sourceAge: maxAge === undefined ? SOURCE_AGE : maxAge * MINUTE,
      manualAge: maxAge === undefined ? (demo ? DEMO_AGE : MANUAL_AGE) : maxAge * MINUTE,
    },
  };
}

/** What is wrong with the settings together: sentences. */
export function rateContradictions({ every, rules }: RateSettings): string[] {
  if (rules.sourceAge > every) return [];
  return ['KANTOR_RATE_MAX_AGE_MINUTES must be longer than KANTOR_RATE_EVERY_SECONDS, or every rate is stale.'];
}
