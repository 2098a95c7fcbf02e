import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TRON_XPUB } from '@kantor/demo/tron/addresses.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '../kernel/clock.ts';
import { USUAL_TERMS } from '../db/retention.ts';
import { USUAL_APPEALS } from '../modules/appeals/index.ts';
import { readSettings, SettingsError } from './settings.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'kantor-settings-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

const RANDOM = 'f3b1c29ad8e74650917fbe2c6da0835f';
const inDataDir = { KANTOR_DATA_DIR: dataDir };
const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
/** The account m/44'/195'/0' of the words 'test' eleven times, then 'junk'. */
const OWN_XPUB =
  'xpub6BuRy7ZmkGfP2RWhoor1kWB1w9DvrtmJbFBvnC1bQ4SB5NbCHTyQYCJSXZtxDbFyHTmC7wkU2he3nYYdpZ3Vf6qUAkXSnL6RPif4BDtDEKr';
const production = { ...inDataDir, NODE_ENV: 'production', KANTOR_JWT_SECRET: RANDOM, KANTOR_TRUST_PROXY: 'none' };

function complaints(environment: NodeJS.ProcessEnv): string[] {
  try {
    readSettings(environment);
  } catch (error) {
    if (error instanceof SettingsError) return error.sentences;
    throw error;
  }
  return [];
}

test('nothing given is a demo on this machine alone', () => {
  expect(readSettings(inDataDir)).toEqual({
    metrics: undefined,
    slowQueryMs: 1000,
    migrates: true,
    drainMs: 0,
    port: 3000,
    host: '127.0.0.1',
    databaseUrl: undefined,
    ownerDatabaseUrl: undefined,
    schema: 'public',
    dataDir,
    production: false,
    demo: true,
    logLevel: 'warn',
    jwtSecret: readFileSync(join(dataDir, 'jwt-secret'), 'utf8'),
    otherJwtSecret: undefined,
    ordersPerMinute: 6,
    walletWaitMs: 0,
    reversalDays: 30,
    secondFactor: 'off',
    secondOperatorAbove: 10_000_000_000n,
    supportContact: undefined,
    appeals: USUAL_APPEALS,
    uploads: { perHour: 240, bytesPerHour: 500 * 1024 * 1024 },
    keep: USUAL_TERMS,
    publicUrl: undefined,
    trustProxy: [],
    simulatorUrl: undefined,
    payouts: { contestMs: MINUTE, workMs: 30 * MINUTE, takesPerHour: 10, minAmount: 100_00n },
    rates: {
      source: undefined,
      every: 30_000,
      rules: { jumpBp: 500n, sourceMaxAgeMs: 15 * MINUTE, manualMaxAgeMs: 365 * DAY },
    },
    tron: { url: undefined, apiKey: undefined, depositKey: TRON_XPUB, contract: USDT },
  });
});

test('everything given is taken', () => {
  const given = {
    ...production,
    PORT: '8080',
    HOST: '::',
    DATABASE_URL: 'postgresql://kantor:p%40ss@db:5432/kantor?sslmode=require',
    KANTOR_DEMO: 'off',
    KANTOR_LOG_LEVEL: 'error',
    KANTOR_ORDERS_PER_MINUTE: '0.5',
    KANTOR_WALLET_WAIT_HOURS: '1.5',
    KANTOR_REVERSAL_DAYS: '14',
    KANTOR_SECOND_FACTOR: 'required',
    KANTOR_SECOND_OPERATOR_ABOVE: '2500',
    KANTOR_OWNER_DATABASE_URL: 'postgres://owner:x@db/kantor',
    KANTOR_SCHEMA: 'north',
    KANTOR_PAYOUT_MIN_RUB: '500',
    KANTOR_APPEAL_DAYS: '30',
    KANTOR_APPEAL_MULTIPLE: '2',
    KANTOR_UPLOADS_PER_HOUR: '60',
    KANTOR_UPLOAD_MB_PER_HOUR: '100',
    KANTOR_PUBLIC_URL: 'https://kantor.example',
    KANTOR_SUPPORT_CONTACT: ' @kantor_operator ',
    KANTOR_TRUST_PROXY: '10.0.0.0/8,::1',
    KANTOR_PAYOUT_CONTEST_MINUTES: '120',
    KANTOR_PAYOUT_WORK_MINUTES: '45',
    KANTOR_PAYOUT_TAKES_PER_HOUR: '20',
    KANTOR_RATE_URL: 'https://rates.example/usdt?key=1',
    KANTOR_RATE_PATH: 'data.0.price',
    KANTOR_RATE_EVERY_SECONDS: '59',
    KANTOR_RATE_MAX_AGE_MINUTES: '1',
    KANTOR_RATE_JUMP_PERCENT: '0.29',
    KANTOR_TRON_URL: 'https://api.trongrid.io',
    KANTOR_TRON_API_KEY: '0f6a1c1e-0f6a-4c1e-8f6a-0f6a1c1e0f6a',
    KANTOR_METRICS_PORT: '9464',
    KANTOR_METRICS_HOST: '0.0.0.0',
    KANTOR_METRICS_TOKEN: 'only-for-prometheus',
    KANTOR_SLOW_QUERY_MS: '0',
    KANTOR_MIGRATE: 'off',
    KANTOR_OTHER_JWT_SECRET: `${RANDOM}2`,
    KANTOR_DRAIN_SECONDS: '3',
    KANTOR_KEEP_TEXTS_DAYS: '40',
    KANTOR_KEEP_WEBHOOKS_DAYS: '0',
    KANTOR_KEEP_REQUESTS_DAYS: '1',
    KANTOR_KEEP_PINGS_DAYS: '10',
    KANTOR_KEEP_REFUSALS_DAYS: '100',
    KANTOR_KEEP_PROPOSALS_DAYS: '50',
    KANTOR_TRON_XPUB: OWN_XPUB,
    KANTOR_USDT_CONTRACT: 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf',
  };
  expect(readSettings(given)).toEqual({
    metrics: { host: '0.0.0.0', port: 9464, token: 'only-for-prometheus' },
    slowQueryMs: undefined,
    migrates: false,
    drainMs: 3000,
    port: 8080,
    host: '::',
    databaseUrl: given.DATABASE_URL,
    ownerDatabaseUrl: 'postgres://owner:x@db/kantor',
    schema: 'north',
    dataDir,
    production: true,
    demo: false,
    jwtSecret: RANDOM,
    logLevel: 'error',
    otherJwtSecret: `${RANDOM}2`,
    ordersPerMinute: 0.5,
    walletWaitMs: 1.5 * HOUR,
    reversalDays: 14,
    secondFactor: 'required',
    secondOperatorAbove: 2_500_000_000n,
    supportContact: '@kantor_operator',
    appeals: { ...USUAL_APPEALS, days: 30, multiple: 2 },
    uploads: { perHour: 60, bytesPerHour: 100 * 1024 * 1024 },
    keep: {
      texts: 40 * DAY,
      webhooks: 0,
      requests: DAY,
      pings: 10 * DAY,
      refusals: 100 * DAY,
      proposals: 50 * DAY,
    },
    publicUrl: given.KANTOR_PUBLIC_URL,
    trustProxy: ['10.0.0.0/8', '::1'],
    simulatorUrl: undefined,
    payouts: { contestMs: 120 * MINUTE, workMs: 45 * MINUTE, takesPerHour: 20, minAmount: 500_00n },
    rates: {
      source: { url: given.KANTOR_RATE_URL, path: 'data.0.price' },
      every: 59_000,
      rules: { jumpBp: 29n, sourceMaxAgeMs: MINUTE, manualMaxAgeMs: MINUTE },
    },
    tron: {
      url: given.KANTOR_TRON_URL,
      apiKey: given.KANTOR_TRON_API_KEY,
      depositKey: OWN_XPUB,
      contract: given.KANTOR_USDT_CONTRACT,
    },
  });
});

test('an empty variable counts as absent', () => {
  expect(readSettings({ ...inDataDir, PORT: '', DATABASE_URL: '', KANTOR_DEMO: '' })).toMatchObject({
    port: 3000,
    databaseUrl: undefined,
    demo: true,
  });
});

describe('the secret of the tokens', () => {
  test('is made once, for its owner alone, and shared by all processes on the folder', () => {
    const { jwtSecret } = readSettings(inDataDir);
    expect(jwtSecret).toMatch(/^[0-9a-f]{64}$/);
    expect(readSettings(inDataDir).jwtSecret).toBe(jwtSecret);
    expect(statSync(join(dataDir, 'jwt-secret')).mode & 0o777).toBe(0o600);
  });

  test('cannot be kept in a folder that is none', () => {
    const file = join(dataDir, 'file');
    writeFileSync(file, '');
    expect(complaints({ KANTOR_DATA_DIR: join(file, 'data') })).toEqual([
      expect.stringMatching(/^KANTOR_DATA_DIR must be a folder we can write to, but .*ENOTDIR/),
    ]);
  });
});

const PORT = /^PORT must be a whole number from 0 to 65535, but is ".+"\.$/;
const RATE = /^KANTOR_ORDERS_PER_MINUTE must be a number from 0 to 6000, but is ".+"\.$/;
const DATABASE = /^DATABASE_URL must be an address like postgres:.*[^"]\.$/;
const SECRET = /^KANTOR_JWT_SECRET must have at least 32 characters\.$/;
const NODE = /^KANTOR_TRON_URL must be an address like https:[^"]*$/;
const NODE_KEY = /^KANTOR_TRON_API_KEY must be one word [^"]*$/;
const OWN_KEY = /^KANTOR_TRON_XPUB must be your own/;
const EXAMPLE = /^KANTOR_JWT_SECRET must be random in production/;

test.each<[NodeJS.ProcessEnv, RegExp]>([
  [{ PORT: '65536' }, PORT],
  [{ PORT: '-1' }, PORT],
  [{ PORT: '80.5' }, PORT],
  [{ PORT: '1e3' }, PORT],
  [{ PORT: 'http' }, PORT],
  [{ HOST: 'my host' }, /^HOST must be an address or a name/],
  [{ DATABASE_URL: 'mysql://root@db/kantor' }, DATABASE],
  [{ DATABASE_URL: 'kantor' }, DATABASE],
  [{ KANTOR_SECOND_FACTOR: 'on' }, /^KANTOR_SECOND_FACTOR must be required or off, but is "on"\.$/],
  [{ KANTOR_DEMO: 'yes' }, /^KANTOR_DEMO must be on or off, but is "yes"\.$/],
  [{ KANTOR_JWT_SECRET: 'short' }, SECRET],
  [{ KANTOR_JWT_SECRET: RANDOM, KANTOR_OTHER_JWT_SECRET: RANDOM }, /^KANTOR_OTHER_JWT_SECRET must be another secret/],
  [{ KANTOR_JWT_SECRET: RANDOM.slice(1) }, SECRET],
  [{ KANTOR_ORDERS_PER_MINUTE: 'many' }, RATE],
  [{ KANTOR_ORDERS_PER_MINUTE: '6001' }, RATE],
  [{ KANTOR_WALLET_WAIT_HOURS: '721' }, /^KANTOR_WALLET_WAIT_HOURS must be a number of hours from 0 to 720/],
  [{ KANTOR_REVERSAL_DAYS: '0' }, /^KANTOR_REVERSAL_DAYS must be a whole number of days from 1 to 366/],
  [{ KANTOR_REVERSAL_DAYS: '1.5' }, /^KANTOR_REVERSAL_DAYS must/],
  [{ KANTOR_WALLET_WAIT_HOURS: 'a day' }, /^KANTOR_WALLET_WAIT_HOURS must/],
  [{ KANTOR_PUBLIC_URL: 'kantor.example' }, /^KANTOR_PUBLIC_URL must be an address like https:/],
  [{ KANTOR_SUPPORT_CONTACT: 'x'.repeat(201) }, /^KANTOR_SUPPORT_CONTACT must be a line of at most 200 characters/],
  [{ KANTOR_SUPPORT_CONTACT: 'two\nlines' }, /^KANTOR_SUPPORT_CONTACT must be a line/],
  [{ KANTOR_SUPPORT_CONTACT: '\u202Egnp.txt' }, /^KANTOR_SUPPORT_CONTACT must be a line/],
  [{ KANTOR_TRUST_PROXY: 'all' }, /^KANTOR_TRUST_PROXY must be none, or addresses and networks/],
  [{ KANTOR_TRUST_PROXY: '0.0.0.0/0' }, /^KANTOR_TRUST_PROXY must be none, or addresses and networks/],
  [{ KANTOR_TRUST_PROXY: 'none,10.0.0.1' }, /^KANTOR_TRUST_PROXY must be none, or addresses and networks/],
  [{ ...production, KANTOR_TRUST_PROXY: '' }, /^KANTOR_TRUST_PROXY must be set in production: .+, or none\./],
  [{ KANTOR_SIMULATOR_URL: 'ftp://127.0.0.1' }, /^KANTOR_SIMULATOR_URL must be an address like http:/],
  [{ KANTOR_RATE_URL: 'ftp://rates.example?key=hunter2' }, /^KANTOR_RATE_URL must be an address of JSON like [^"]+$/],
  [{ KANTOR_RATE_PATH: 'x'.repeat(201) }, /^KANTOR_RATE_PATH must be a place in the JSON/],
  [{ KANTOR_PAYOUT_CONTEST_MINUTES: '0' }, /^KANTOR_PAYOUT_CONTEST_MINUTES must be a whole number from 1 to 43200/],
  [{ KANTOR_PAYOUT_WORK_MINUTES: '1.5' }, /^KANTOR_PAYOUT_WORK_MINUTES must/],
  [{ KANTOR_PAYOUT_TAKES_PER_HOUR: '0' }, /^KANTOR_PAYOUT_TAKES_PER_HOUR must/],
  [{ KANTOR_RATE_EVERY_SECONDS: '4' }, /^KANTOR_RATE_EVERY_SECONDS must be a whole number from 5 to 3600/],
  [{ KANTOR_RATE_EVERY_SECONDS: '3601' }, /^KANTOR_RATE_EVERY_SECONDS must/],
  [{ KANTOR_RATE_MAX_AGE_MINUTES: '0' }, /^KANTOR_RATE_MAX_AGE_MINUTES must be a whole number from 1 to 525600/],
  [{ KANTOR_RATE_MAX_AGE_MINUTES: '1.5' }, /^KANTOR_RATE_MAX_AGE_MINUTES must/],
  [
    { KANTOR_RATE_MAX_AGE_MINUTES: '1', KANTOR_RATE_EVERY_SECONDS: '60' },
    /^KANTOR_RATE_MAX_AGE_MINUTES must be longer/,
  ],
  [{ KANTOR_RATE_JUMP_PERCENT: '-1' }, /^KANTOR_RATE_JUMP_PERCENT must be a number from 0 to 999/],
  [{ KANTOR_RATE_JUMP_PERCENT: '0.001' }, /^KANTOR_RATE_JUMP_PERCENT must/],
  [{ KANTOR_PUBLIC_URL: 'ftp://kantor.example' }, /^KANTOR_PUBLIC_URL must be an address like https:/],
  [{ KANTOR_TRON_URL: 'api.trongrid.io', KANTOR_TRON_XPUB: OWN_XPUB }, NODE],
  [{ KANTOR_TRON_URL: 'https://user:hunter2@node.example', KANTOR_TRON_XPUB: OWN_XPUB }, NODE],
  [{ KANTOR_TRON_URL: 'https://node.example/?key=hunter2', KANTOR_TRON_XPUB: OWN_XPUB }, NODE],
  [{ KANTOR_READ_URL: 'replica:5432' }, /^KANTOR_READ_URL must be an address like postgres:/],
  [{ KANTOR_READ_URL: 'postgres://replica/kantor' }, /^DATABASE_URL must be set with KANTOR_READ_URL/],
  [{ KANTOR_SCHEMA: 'North' }, /^KANTOR_SCHEMA must be the name of a schema/],
  [{ KANTOR_SCHEMA: 'north' }, /^DATABASE_URL must be set with KANTOR_SCHEMA/],
  [{ KANTOR_READ_AGE_SECONDS: '0' }, /^KANTOR_READ_AGE_SECONDS must be a whole number of seconds from 1 to 3600/],
  [{ KANTOR_S3_BUCKET: 'files' }, /^KANTOR_S3_KEY_ID and KANTOR_S3_SECRET must be set as well/],
  [{ KANTOR_S3_KEY_ID: 'id' }, /^KANTOR_S3_SECRET must be set as well/],
  [{ KANTOR_S3_PREFIX: 'no-slash' }, /^KANTOR_S3_PREFIX must end with a slash/],
  [{ KANTOR_TRON_URL: 'https://node.example' }, /^KANTOR_TRON_XPUB must be set with KANTOR_TRON_URL/],
  [{ KANTOR_TRON_URL: 'https://node.example', KANTOR_TRON_XPUB: TRON_XPUB }, OWN_KEY],
  [{ ...production, KANTOR_TRON_XPUB: TRON_XPUB }, OWN_KEY],
  [{ KANTOR_TRON_API_KEY: 'two words' }, NODE_KEY],
  [{ KANTOR_TRON_API_KEY: 'line\nbreak' }, NODE_KEY],
  [{ KANTOR_TRON_XPUB: 'xprv9s21ZrQH143K' }, /^KANTOR_TRON_XPUB must be a public key .* never be on a server/],
  [{ KANTOR_TRON_XPUB: OWN_XPUB.slice(1) }, /^KANTOR_TRON_XPUB must be an extended public key/],
  [{ KANTOR_USDT_CONTRACT: USDT.toLowerCase() }, /^KANTOR_USDT_CONTRACT must be the address of a contract .*"\.$/],
  [{ ...production, KANTOR_JWT_SECRET: '' }, /^KANTOR_JWT_SECRET must be set in production/],
  [{ ...production, KANTOR_JWT_SECRET: 'kantor_demo_secret_kantor_demo_secret' }, EXAMPLE],
  [{ ...production, KANTOR_JWT_SECRET: 'change-me-change-me-change-me-change-me' }, EXAMPLE],
  [{ ...production, KANTOR_JWT_SECRET: 'a'.repeat(32) }, EXAMPLE],
  [{ ...production, KANTOR_DEMO: 'on' }, /^KANTOR_DEMO must be off in production/],
])('%o is one clear sentence', (environment, sentence) => {
  expect(complaints({ ...inDataDir, ...environment })).toEqual([expect.stringMatching(sentence)]);
});

test('all that are wrong are listed at once, and no secret is shown', () => {
  const wrong = {
    PORT: 'x',
    DATABASE_URL: 'postgres//kantor:hunter2@db',
    KANTOR_JWT_SECRET: 'tell-nobody',
    KANTOR_DEMO: '1',
    KANTOR_TRON_URL: 'node.example/hunter2',
    KANTOR_TRON_API_KEY: 'hunter2 hunter2',
    KANTOR_TRON_XPUB: 'xprv-hunter2',
  };
  const sentences = complaints({ ...wrong, NODE_ENV: 'production', KANTOR_TRUST_PROXY: 'none' });
  expect(new Set(sentences.map((sentence) => sentence.split(' ')[0]))).toEqual(new Set(Object.keys(wrong)));
  expect(sentences.join()).not.toMatch(/hunter2|tell-nobody/);
});
