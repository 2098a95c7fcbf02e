import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readSettings, SettingsError } from './settings.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'kantor-setting-names-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

const inDataDir = { KANTOR_DATA_DIR: dataDir };

function complaints(environment: NodeJS.ProcessEnv): string[] {
  try {
    readSettings(environment);
  } catch (error) {
    if (error instanceof SettingsError) return error.sentences;
    throw error;
  }
  return [];
}

describe('a setting that nobody reads', () => {
  test('is refused with the name that was meant', () => {
    expect(
      complaints({
        ...inDataDir,
        KANTOR_TRUST_PROXI: '10.0.0.1',
        KANTOR_TRON_XPUP: 'secret-value',
        KANTOR_PORT: '80',
        KANTOR_DATA: 'folder',
        KANTOR_WEATHER_OF_TOMORROW: 'fine',
      }),
    ).toEqual([
      'KANTOR_TRUST_PROXI is unknown; did you mean KANTOR_TRUST_PROXY?',
      'KANTOR_TRON_XPUP is unknown; did you mean KANTOR_TRON_XPUB?',
      'KANTOR_PORT is unknown; did you mean PORT?',
      'KANTOR_DATA is unknown; did you mean KANTOR_DATA_DIR?',
      'KANTOR_WEATHER_OF_TOMORROW is unknown: docs/settings.md lists them.',
    ]);
  });

  test('is named beside settings that are wrong', () => {
    expect(complaints({ ...inDataDir, PORT: 'x', KANTOR_JWT_SECRETS: 'f3b1c29ad8e74650917fbe2c6da0835f' })).toEqual([
      'PORT must be a whole number from 0 to 65535, but is "x".',
      'KANTOR_JWT_SECRETS is unknown; did you mean KANTOR_JWT_SECRET?',
    ]);
  });

  test('may be one of other programs, or what Kubernetes tells of a service of our name', () => {
    const others = {
      ...inDataDir,
      KANTOR_PAYERS: 'paid=1',
      KANTOR_OPERATOR_PASSWORD: 'secret',
      KANTOR_SERVICE_HOST: '10.1.2.3',
      KANTOR_API_SERVICE_PORT_HTTP: '80',
      KANTOR_PORT: 'tcp://10.1.2.3:80',
      KANTOR_PORT_80_TCP_ADDR: '10.1.2.3',
    };
    expect(complaints(others)).toEqual([]);
  });

  test('is none that docs/settings.md lists', () => {
    const listed = readFileSync(new URL('../../../docs/settings.md', import.meta.url), 'utf8');
    const known = [...listed.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name ?? '');
    const said = complaints({ ...Object.fromEntries(known.map((name) => [name, 'x'])), ...inDataDir });
    expect(said.filter((sentence) => sentence.includes('unknown'))).toEqual([]);
    expect(known).toContain('KANTOR_LOG_LEVEL');
  });
});
