import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readSettings, SettingsError } from './settings.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'kantor-settings-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

const RANDOM = 'f3b1c29ad8e74650917fbe2c6da0835f';
const inDataDir = { KANTOR_DATA_DIR: dataDir };
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

describe('a secret in a file', () => {
  const file = (name: string, text: string) => {
    const path = join(dataDir, name);
    writeFileSync(path, text);
    return path;
  };
  const withoutSecret = { ...inDataDir, NODE_ENV: 'production', KANTOR_TRUST_PROXY: 'none' };

  test('is read without the end of its line, and held to what the secret itself is held to', () => {
    const KANTOR_JWT_SECRET_FILE = file('jwt', `${RANDOM}\n`);
    const DATABASE_URL_FILE = file('database', 'postgres://kantor:pw@db:5432/kantor\n');
    const settings = readSettings({ ...withoutSecret, KANTOR_JWT_SECRET_FILE, DATABASE_URL_FILE });
    expect(settings).toMatchObject({ jwtSecret: RANDOM, databaseUrl: 'postgres://kantor:pw@db:5432/kantor' });
    expect(complaints({ ...withoutSecret, KANTOR_JWT_SECRET_FILE: file('short', 'short') })).toContain(
      'KANTOR_JWT_SECRET must have at least 32 characters.',
    );
  });

  test('that cannot be read, is empty or stands twice is told, and its text is not', () => {
    const missing = join(dataDir, 'missing');
    expect(complaints({ ...withoutSecret, KANTOR_JWT_SECRET_FILE: missing })).toContain(
      'KANTOR_JWT_SECRET_FILE must name a file that we can read, but it cannot be read: ENOENT.',
    );
    expect(complaints({ ...withoutSecret, KANTOR_JWT_SECRET_FILE: file('empty', '\n') })).toContain(
      'KANTOR_JWT_SECRET_FILE names an empty file.',
    );
    const KANTOR_JWT_SECRET_FILE = file('twice', RANDOM);
    expect(complaints({ ...production, KANTOR_JWT_SECRET_FILE })).toEqual([
      'KANTOR_JWT_SECRET and KANTOR_JWT_SECRET_FILE are both set: only one may be.',
    ]);
  });

  test('there is none of what is no secret', () => {
    expect(complaints({ ...inDataDir, KANTOR_DEMO_FILE: 'x' })).toEqual([
      'KANTOR_DEMO_FILE is unknown: docs/settings.md lists them.',
    ]);
  });
});
