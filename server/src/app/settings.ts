import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SCALE } from '@kantor/contract/plain/money.ts';
import type { z } from 'zod';
import { HOUR } from '../kernel/clock.ts';
import type { LogLevel } from '../kernel/log.ts';
import type { Terms } from '../db/retention.ts';
import { keptSecret } from '../db/secret-file.ts';
import type { PayoutTerms } from '../modules/payouts/index.ts';
import { Environment, MEBIBYTE, SECRETS, SETTING_NAMES } from './environment.ts';
import { appealSettings } from './appeal-settings.ts';
import { bucketContradictions, type BucketSettings, bucketSettings } from './bucket-settings.ts';
import { payoutSettings } from './payout-settings.ts';
import type { BotSettings } from '../modules/alerts/index.ts';
import type { AppealTerms } from '../modules/appeals/index.ts';
import type { UploadTerms } from '../modules/files/index.ts';
import { rateContradictions, type RateSettings, rateSettings } from './rate-settings.ts';
import { readContradictions, readReplicaSettings, type ReadSettings } from './read-settings.ts';
import { type ReleaseSettings, releaseSettings } from './release-settings.ts';
import { retentionContradictions, retentionSettings } from './retention-settings.ts';
import { withSecretFiles } from './secret-files.ts';
import { unknownSettings } from './setting-names.ts';
import { tronContradictions, type TronSettings, tronSettings } from './tron-settings.ts';
import { watchContradictions, type WatchSettings, watchSettings } from './watch-settings.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

export type Settings = WatchSettings &
  BucketSettings &
  ReadSettings &
  ReleaseSettings & {
    port: number;
    host: string;
    /** Where /live and /ready are answered for the whole process, the worker's jobs included; absent: nowhere. */
    healthPort: number | undefined;
    /** Absent: the embedded server. */
    databaseUrl: string | undefined;
    /** The role that owns the given database and changes its schema; absent: that of `databaseUrl`. */
    ownerDatabaseUrl: string | undefined;
    /** The schema that the marketplace is in. */
    schema: string;
    dataDir: string;
    production: boolean;
    /** Demo accounts, the demo marketplace and the simulator. */
    demo: boolean;
    jwtSecret: string;
    /** The next one, or the one before: what was made with it is known, nothing is made. */
    otherJwtSecret: string | undefined;
    logLevel: LogLevel;
    ordersPerMinute: number;
    /** Milliseconds from adding a wallet to its first use. */
    walletWaitMs: number;
    /** Whether the platform's people must have a second factor. */
    secondFactor: 'required' | 'off';
    /** A closed order can be reversed for so many days. */
    reversalDays: number;
    /** Micro-USDT: a deposit by hand or a withdrawal above it takes two operators. */
    secondOperatorAbove: bigint;
    /** Where people reach the operator, for the sign-in page: a text, a web or e-mail address, a name on Telegram. */
    supportContact: string | undefined;
    /** The address people use, when it is not the one we listen on. */
    publicUrl: string | undefined;
    /** Balancers whose word about the client's address is taken. */
    trustProxy: string[];
    /** In the demo: the address of the simulator's stubs (simulator/src/stubs.ts). */
    simulatorUrl: string | undefined;
    /** The bot that tells people in Telegram; absent: there is none. */
    telegram: BotSettings | undefined;
    payouts: PayoutTerms;
    appeals: AppealTerms;
    /** What one user may upload in an hour. */
    uploads: UploadTerms;
    /** How long what is kept for a time. */
    keep: Terms;
    rates: RateSettings;
    tron: TronSettings;
  };

/** The server's secrets, the one that things are made with first. */
export function secretsOf({
  jwtSecret,
  otherJwtSecret,
}: Pick<Settings, 'jwtSecret'> & Partial<Pick<Settings, 'otherJwtSecret'>>): readonly [Uint8Array, ...Uint8Array[]] {
  const encoder = new TextEncoder();
  const first = encoder.encode(jwtSecret);
  return otherJwtSecret === undefined ? [first] : [first, encoder.encode(otherJwtSecret)];
}

/** Faults of the environment: a sentence for each variable. */
export class SettingsError extends Error {
  override name = 'SettingsError';
  readonly sentences: string[];

  constructor(sentences: string[]) {
    super(sentences.join('\n'));
    this.sentences = sentences;
  }
}

const MICRO_PER_USDT = 10n ** BigInt(SCALE.usdt);

/** Values that stand in examples, or that a person typed only to have something there. */
const KNOWN_SECRET = /demo|example|change.?me|secret|password|^(.)\1*$|0123456789/i;

/**
 * Reads the settings of a process; an empty variable counts as absent, and a secret may stand in the file that `<name>_FILE` names. Outside production a missing secret is made
 * once and kept in the data folder.
 * @throws SettingsError which names every variable that is wrong.
 */
export function readSettings(environment: NodeJS.ProcessEnv = process.env): Settings {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const { given, wrong } = withSecretFiles(set, SECRETS);
  const parsed = Environment.safeParse(given);
  if (!parsed.success) wrong.push(...parsed.error.issues.map((issue) => sentence(issue, given)));
  wrong.push(...unknownSettings(given, SETTING_NAMES));
  if (given['NODE_ENV'] === 'production') wrong.push(...unfitForProduction(given));
  if (!parsed.success || wrong.length > 0) throw new SettingsError([...new Set(wrong)]);

  const values = parsed.data;
  const production = values.NODE_ENV === 'production';
  const dataDir = resolve(ROOT, values.KANTOR_DATA_DIR);
  const demo = values.KANTOR_DEMO ? values.KANTOR_DEMO === 'on' : !production;
  const simulatorUrl = demo ? values.KANTOR_SIMULATOR_URL : undefined;
  const rates = rateSettings(values, { demo, simulatorUrl });
  const watch = watchSettings(values);
  const keep = retentionSettings(values);
  const contradictions = [
    ...(values.KANTOR_SCHEMA !== 'public' && !values.DATABASE_URL
      ? ['DATABASE_URL must be set with KANTOR_SCHEMA: the embedded database has one marketplace.']
      : []),
    ...(values.KANTOR_OWNER_DATABASE_URL && !values.DATABASE_URL
      ? ['DATABASE_URL must be set with KANTOR_OWNER_DATABASE_URL: it is the role that serves.']
      : []),
    ...(values.KANTOR_OTHER_JWT_SECRET !== undefined && values.KANTOR_OTHER_JWT_SECRET === values.KANTOR_JWT_SECRET
      ? ['KANTOR_OTHER_JWT_SECRET must be another secret than KANTOR_JWT_SECRET.']
      : []),
    ...bucketContradictions(values),
    ...readContradictions(values),
    ...rateContradictions(rates),
    ...tronContradictions(values, production),
    ...watchContradictions(watch),
    ...retentionContradictions(keep, values.KANTOR_APPEAL_DAYS),
  ];
  if (contradictions.length > 0) throw new SettingsError(contradictions);
  return {
    ...watch,
    ...bucketSettings(values),
    ...readReplicaSettings(values),
    ...releaseSettings(values, production),
    port: values.PORT,
    host: values.HOST,
    healthPort: values.KANTOR_HEALTH_PORT,
    databaseUrl: values.DATABASE_URL,
    ownerDatabaseUrl: values.KANTOR_OWNER_DATABASE_URL,
    schema: values.KANTOR_SCHEMA,
    dataDir,
    production,
    demo,
    jwtSecret: values.KANTOR_JWT_SECRET ?? ownSecret(dataDir),
    otherJwtSecret: values.KANTOR_OTHER_JWT_SECRET,
    logLevel: values.KANTOR_LOG_LEVEL ?? (demo ? 'warn' : 'info'),
    ordersPerMinute: values.KANTOR_ORDERS_PER_MINUTE,
    walletWaitMs: (values.KANTOR_WALLET_WAIT_HOURS ?? (demo ? 0 : 24)) * HOUR,
    reversalDays: values.KANTOR_REVERSAL_DAYS,
    secondFactor: values.KANTOR_SECOND_FACTOR ?? (demo ? 'off' : 'required'),
    secondOperatorAbove: BigInt(values.KANTOR_SECOND_OPERATOR_ABOVE) * MICRO_PER_USDT,
    supportContact: values.KANTOR_SUPPORT_CONTACT,
    publicUrl: values.KANTOR_PUBLIC_URL,
    trustProxy: values.KANTOR_TRUST_PROXY?.split(',').filter((address) => address !== 'none') ?? [],
    simulatorUrl,
    telegram: values.KANTOR_TELEGRAM_TOKEN
      ? { token: values.KANTOR_TELEGRAM_TOKEN, apiUrl: values.KANTOR_TELEGRAM_API_URL.replace(/\/+$/, '') }
      : undefined,
    payouts: payoutSettings(values, { demo }),
    appeals: appealSettings(values),
    uploads: { perHour: values.KANTOR_UPLOADS_PER_HOUR, bytesPerHour: values.KANTOR_UPLOAD_MB_PER_HOUR * MEBIBYTE },
    keep,
    rates,
    tron: tronSettings(values, { demo, simulatorUrl }),
  };
}

function sentence({ path, message }: z.core.$ZodIssue, given: NodeJS.ProcessEnv): string {
  const name = String(path[0]);
  const shown = SECRETS.has(name) ? '' : `, but is "${given[name]}"`;
  return `${name} ${message}${shown}.`;
}

function unfitForProduction(given: NodeJS.ProcessEnv): string[] {
  const secret = given['KANTOR_JWT_SECRET'];
  const other = given['KANTOR_OTHER_JWT_SECRET'];
  return [
    ...(secret ? [] : ['KANTOR_JWT_SECRET must be set in production: 32 random characters or more.']),
    ...(secret && KNOWN_SECRET.test(secret)
      ? ['KANTOR_JWT_SECRET must be random in production, but looks like an example: try `openssl rand -hex 32`.']
      : []),
    ...(other && KNOWN_SECRET.test(other)
      ? ['KANTOR_OTHER_JWT_SECRET must be random in production, but looks like an example.']
      : []),
    ...(given['KANTOR_TRUST_PROXY']
      ? []
      : [
          'KANTOR_TRUST_PROXY must be set in production: the addresses or networks of the balancers in front, or none. Behind a balancer that is not named, the wrong passwords of anyone keep everybody from signing in.',
        ]),
    ...(given['KANTOR_DEMO'] === 'on'
      ? ['KANTOR_DEMO must be off in production: the passwords of its accounts are public.']
      : []),
  ];
}

function ownSecret(dataDir: string): string {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o755 });
    return keptSecret(join(dataDir, 'jwt-secret'));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new SettingsError([`KANTOR_DATA_DIR must be a folder we can write to, but ${dataDir} is not: ${why}.`]);
  }
}
