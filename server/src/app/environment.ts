import { z } from 'zod';
import { LOG_LEVELS } from '../kernel/log.ts';
import { USUAL_UPLOADS } from '../modules/files/index.ts';
import { appealEnvironment } from './appeal-settings.ts';
import { BUCKET_SECRETS, bucketEnvironment } from './bucket-settings.ts';
import { databaseAddress } from './database-address.ts';
import { payoutEnvironment } from './payout-settings.ts';
import { rateEnvironment } from './rate-settings.ts';
import { READ_SECRETS, readEnvironment } from './read-settings.ts';
import { releaseEnvironment } from './release-settings.ts';
import { retentionEnvironment } from './retention-settings.ts';
import { TRON_SECRETS, tronEnvironment } from './tron-settings.ts';
import { WATCH_SECRETS, watchEnvironment } from './watch-settings.ts';

// Every variable that is read, with what it may be.

const number = (error: string) =>
  z
    .string()
    .trim()
    .regex(/^\d+(\.\d+)?$/, { error })
    .transform(Number);

const port = (error: string) => number(error).pipe(z.int({ error }).max(65_535, { error }));
const hours = (error: string) => number(error).pipe(z.number().max(720, { error }));
const perMinute = (error: string) => number(error).pipe(z.number().max(6000, { error }));
const days = (error: string) => number(error).pipe(z.int({ error }).min(1, { error }).max(366, { error }));

const wholeNumber = (error: string, from: number, to: number) =>
  number(error).pipe(z.int({ error }).min(from, { error }).max(to, { error }));

export const MEBIBYTE = 1024 ** 2;

/** Read by the simulator, the launcher, the benchmark, and the question for an operator's password: known, and theirs to check. */
const OF_OTHER_PROGRAMS = {
  KANTOR_PAYERS: z.string().optional(),
  KANTOR_URL: z.string().optional(),
  KANTOR_DEV_PORT: z.string().optional(),
  KANTOR_BENCH_ROWS: z.string().optional(),
  KANTOR_OPERATOR_PASSWORD: z.string().optional(),
};

/** The error of each rule is the middle of a sentence: `<variable> <error>, but is <value>.` */
export const Environment = z.object({
  NODE_ENV: z.string().optional(),
  PORT: port('must be a whole number from 0 to 65535').default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, { error: 'must be an address or a name to listen on, such as 127.0.0.1 or 0.0.0.0' })
    .default('127.0.0.1'),
  KANTOR_HEALTH_PORT: port('must be a whole number from 0 to 65535').optional(),
  DATABASE_URL: databaseAddress.optional(),
  KANTOR_OWNER_DATABASE_URL: databaseAddress.optional(),
  KANTOR_SCHEMA: z
    .string()
    .trim()
    .regex(/^[a-z][a-z0-9_]{0,40}$/, { error: 'must be the name of a schema, such as north' })
    .default('public'),
  KANTOR_DATA_DIR: z.string().default('.data'),
  KANTOR_DEMO: z.enum(['on', 'off'], { error: 'must be on or off' }).optional(),
  KANTOR_JWT_SECRET: z.string().min(32, { error: 'must have at least 32 characters' }).optional(),
  KANTOR_OTHER_JWT_SECRET: z.string().min(32, { error: 'must have at least 32 characters' }).optional(),
  KANTOR_LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }).optional(),
  KANTOR_ORDERS_PER_MINUTE: perMinute('must be a number from 0 to 6000').default(6),
  KANTOR_WALLET_WAIT_HOURS: hours('must be a number of hours from 0 to 720').optional(),
  KANTOR_REVERSAL_DAYS: days('must be a whole number of days from 1 to 366').default(30),
  KANTOR_SECOND_OPERATOR_ABOVE: wholeNumber('must be a whole number of USDT from 0 to 1000000000', 0, 1e9).default(
    10_000,
  ),
  KANTOR_SECOND_FACTOR: z.enum(['required', 'off'], { error: 'must be required or off' }).optional(),
  KANTOR_PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address like https://kantor.example' })
    .optional(),
  KANTOR_SUPPORT_CONTACT: z
    .string()
    .trim()
    .regex(/^[^\p{Cc}\p{Cf}]{1,200}$/u, { error: 'must be a line of at most 200 characters' })
    .optional(),
  KANTOR_TRUST_PROXY: z
    .string()
    .regex(/^(none|[\da-fA-F.:]+(\/[1-9]\d{0,2})?(,[\da-fA-F.:]+(\/[1-9]\d{0,2})?)*)$/, {
      error:
        'must be none, or addresses and networks of balancers, such as 10.0.0.5 or 10.0.0.0/8, separated by commas',
    })
    .optional(),
  ...appealEnvironment,
  ...bucketEnvironment,
  KANTOR_UPLOADS_PER_HOUR: wholeNumber('must be a whole number from 1 to 100000', 1, 100_000).default(
    USUAL_UPLOADS.perHour,
  ),
  KANTOR_UPLOAD_MB_PER_HOUR: wholeNumber('must be a whole number from 10 to 100000', 10, 100_000).default(
    USUAL_UPLOADS.bytesPerHour / MEBIBYTE,
  ),
  KANTOR_TELEGRAM_TOKEN: z
    .string()
    .trim()
    .regex(/^\d+:[\w-]{30,100}$/, { error: 'must be a token of @BotFather' })
    .optional(),
  KANTOR_TELEGRAM_API_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address like https://api.telegram.org' })
    .default('https://api.telegram.org'),
  KANTOR_SIMULATOR_URL: z
    .url({ protocol: /^http$/, error: 'must be an address like http://127.0.0.1:3001' })
    .optional(),
  ...OF_OTHER_PROGRAMS,
  ...payoutEnvironment,
  ...rateEnvironment,
  ...tronEnvironment,
  ...watchEnvironment,
  ...readEnvironment,
  ...releaseEnvironment,
  ...retentionEnvironment,
});

/** Never shown, and taken from a file, too. The address of a source of rates may carry a key. */
export const SECRETS: ReadonlySet<string> = new Set([
  'DATABASE_URL',
  'KANTOR_OWNER_DATABASE_URL',
  'KANTOR_JWT_SECRET',
  'KANTOR_OTHER_JWT_SECRET',
  'KANTOR_RATE_URL',
  'KANTOR_TELEGRAM_TOKEN',
  ...BUCKET_SECRETS,
  ...READ_SECRETS,
  ...TRON_SECRETS,
  ...WATCH_SECRETS,
]);

/** The names of all settings. */
export const SETTING_NAMES: readonly string[] = Object.keys(Environment.shape);

/**
 * The settings that are given, fit to be shown to others: numbers and words of a fixed list as they are, of every other one only
 * that it is set.
 */
export function shownSettings(environment: NodeJS.ProcessEnv): Record<string, string> {
  const shown = Object.entries(Environment.shape).flatMap(([name, schema]): [string, string][] => {
    const { [name]: value, [`${name}_FILE`]: file } = environment;
    if (file) return [[name, 'set by a file']];
    if (!value) return [];
    const { data } = schema.safeParse(value);
    const isPlain = typeof data === 'number' || typeof data === 'bigint' || wordsOf(schema).includes(value);
    return [[name, isPlain && !SECRETS.has(name) ? value : 'set']];
  });
  return Object.fromEntries(shown);
}

/** The fixed list that a setting is chosen from; empty: it is none. */
function wordsOf(schema: unknown): readonly string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return wordsOf(schema.unwrap());
  return schema instanceof z.ZodEnum ? schema.options.map(String) : [];
}
