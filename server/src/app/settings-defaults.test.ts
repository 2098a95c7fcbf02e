import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { DAY, MINUTE } from '../kernel/clock.ts';
import { readSettings } from './settings.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'kantor-settings-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

const RANDOM = 'f3b1c29ad8e74650917fbe2c6da0835f';
const inDataDir = { KANTOR_DATA_DIR: dataDir };
const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
/** The account m/44'/195'/0' of the words 'test' eleven times, then 'junk'. */
const OWN_XPUB =
  'xpub6BuRy7ZmkGfP2RWhoor1kWB1w9DvrtmJbFBvnC1bQ4SB5NbCHTyQYCJSXZtxDbFyHTmC7wkU2he3nYYdpZ3Vf6qUAkXSnL6RPif4BDtDEKr';
const production = { ...inDataDir, NODE_ENV: 'production', KANTOR_JWT_SECRET: RANDOM, KANTOR_TRUST_PROXY: 'none' };

test('a new wallet waits for a day, in the demo not at all', () => {
  expect([readSettings(production).walletWaitMs, readSettings(inDataDir).walletWaitMs]).toEqual([DAY, 0]);
});

test('a payout may be contested for half an hour, in the demo for a minute', () => {
  expect(readSettings(production).payouts).toEqual({
    contestMs: 30 * MINUTE,
    workMs: 30 * MINUTE,
    takesPerHour: 10,
    minAmount: 100_00n,
  });
});

test('texts of banks are kept for ninety days; 0 is for good, and no term ends before an appeal may be opened', () => {
  const keep = (environment: NodeJS.ProcessEnv) => readSettings({ ...production, ...environment }).keep;
  expect(keep({})).toMatchObject({ texts: 90 * DAY, webhooks: 90 * DAY, requests: 7 * DAY });
  expect(keep({ KANTOR_KEEP_TEXTS_DAYS: '0', KANTOR_KEEP_REQUESTS_DAYS: '1' })).toMatchObject({
    texts: 0,
    requests: DAY,
  });
  expect(keep({ KANTOR_KEEP_TEXTS_DAYS: '15' }).texts).toBe(15 * DAY);
  expect(() => keep({ KANTOR_KEEP_TEXTS_DAYS: '14' })).toThrow('must be more than the 14 days of KANTOR_APPEAL_DAYS');
  expect(() => keep({ KANTOR_KEEP_WEBHOOKS_DAYS: '6' })).toThrow('from 7 to 3650, or 0');
});

test('a rate set by hand is good for a day, in the demo for a year', () => {
  expect(readSettings(production).rates.rules).toEqual({
    jumpBp: 500n,
    sourceMaxAgeMs: 15 * MINUTE,
    manualMaxAgeMs: DAY,
  });
});

test('the demo reads the rate of the simulated world, unless another source is given', () => {
  const world = { ...inDataDir, KANTOR_SIMULATOR_URL: 'http://127.0.0.1:3001' };
  const sourceOf = (environment: NodeJS.ProcessEnv) => readSettings(environment).rates.source;
  expect(sourceOf(world)).toEqual({ url: 'http://127.0.0.1:3001/rate', path: 'price' });
  expect(sourceOf({ ...world, KANTOR_RATE_URL: 'http://other.example' })).toEqual({
    url: 'http://other.example',
    path: '',
  });
  expect(sourceOf({ ...production, ...world, NODE_ENV: 'production' })).toBeUndefined();
});

test('the simulated world belongs to the demo alone', () => {
  const world = { KANTOR_SIMULATOR_URL: 'http://127.0.0.1:3001' };
  expect(readSettings({ ...inDataDir, ...world }).simulatorUrl).toBe(world.KANTOR_SIMULATOR_URL);
  expect(readSettings({ ...inDataDir, ...world, KANTOR_DEMO: 'off' }).simulatorUrl).toBeUndefined();
  expect(readSettings({ ...production, ...world }).simulatorUrl).toBeUndefined();
});

test('the demo reads the simulated chain unless another is named', () => {
  const world = { ...inDataDir, KANTOR_SIMULATOR_URL: 'http://127.0.0.1:3001' };
  expect(readSettings(world).tron.url).toBe('http://127.0.0.1:3001/tron');
  expect(readSettings({ ...world, KANTOR_SIMULATOR_URL: 'http://127.0.0.1:3001/' }).tron.url).toBe(
    'http://127.0.0.1:3001/tron',
  );
  const node = { KANTOR_TRON_URL: 'http://10.0.0.5:8090', KANTOR_TRON_XPUB: OWN_XPUB };
  expect(readSettings({ ...world, ...node }).tron).toMatchObject({ url: node.KANTOR_TRON_URL, depositKey: OWN_XPUB });
});

test('production reads no chain and gives no addresses without its settings', () => {
  expect(readSettings(production).tron).toMatchObject({ url: undefined, depositKey: undefined, contract: USDT });
  expect(readSettings({ ...production, KANTOR_TRON_XPUB: OWN_XPUB }).tron.depositKey).toBe(OWN_XPUB);
});
