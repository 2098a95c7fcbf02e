import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { writePacket } from '../../src/app/care/support-packet.ts';
import { SETTING_NAMES } from '../../src/app/environment.ts';
import { readSettings } from '../../src/app/settings.ts';
import { kantorTest as test } from '../support/fixtures.ts';

const KEY =
  'xpub6BosfCnifzxcFwrSzQiqu2DBVTshkCXacvNsWGYJVVhhawA7d4R5WSWGFNbi8Aw6ZRc1brxMyWMzG3DSSSSoekkudhUd9yLb6qx39T9nMdj';

/** A value for each setting that somebody must not learn, and that is found again wherever it stands. */
const PLANTED: Record<string, string> = {
  KANTOR_JWT_SECRET: 'planted1aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  KANTOR_SUPPORT_CONTACT: 'planted2 +7 900 000-00-00',
  KANTOR_PUBLIC_URL: 'https://planted3.example',
  KANTOR_OTHER_JWT_SECRET: `planted13${'x'.repeat(32)}`,
  KANTOR_TELEGRAM_TOKEN: `1234:planted4${'x'.repeat(30)}`,
  KANTOR_TELEGRAM_API_URL: 'https://planted5.example',
  KANTOR_SIMULATOR_URL: 'http://planted6.example',
  KANTOR_OPERATOR_PASSWORD: 'planted7',
  KANTOR_RATE_URL: 'https://rates.example/?key=planted8',
  KANTOR_RATE_PATH: 'planted9.price',
  KANTOR_TRON_URL: 'https://node.example/planted10',
  KANTOR_TRON_API_KEY: 'planted11',
  KANTOR_METRICS_TOKEN: '9911223344556677',
  KANTOR_READ_URL: 'postgres://reader:planted15@replica.example:5432/kantor',
  KANTOR_S3_KEY_ID: 'planted13',
  KANTOR_S3_SECRET: 'planted14',
  KANTOR_TRUST_PROXY: '10.99.98.97',
};

test('a support packet tells how the installation is, and none of its secrets', async ({ kantor }) => {
  const { databaseUrl, settings: own } = kantor;
  await kantor.createTrader();
  await sql`insert into backup_told (at, note) values (now(), 'planted12')`.execute(kantor.db);
  const environment = {
    ...PLANTED,
    KANTOR_TRON_XPUB: KEY,
    DATABASE_URL: databaseUrl,
    KANTOR_DATA_DIR: own.dataDir,
    KANTOR_DEMO: 'off',
    KANTOR_RATE_EVERY_SECONDS: '45',
    NODE_ENV: 'test',
  };
  // All that is a text somebody chose is planted; a new setting of that kind joins the list.
  const chosen = SETTING_NAMES.filter((name) => /TOKEN|SECRET|PASSWORD|_URL$|KEY|XPUB|CONTACT/.test(name));
  expect(
    chosen.filter((name) => !(name in environment) && name !== 'KANTOR_OWNER_DATABASE_URL' && name !== 'KANTOR_URL'),
  ).toEqual([]);
  const file = join(own.dataDir, 'packet.zip');
  await writePacket({ settings: readSettings(environment), environment, file });
  const files = Object.entries(unzipSync(await readFile(file))).map(
    ([name, bytes]) => [name, strFromU8(bytes)] as const,
  );
  expect(files.map(([name]) => name).toSorted()).toEqual([
    'database.json',
    'findings.txt',
    'machine.json',
    'settings.json',
    'vitals.json',
  ]);
  const all = files.map(([, text]) => text).join('\n');
  expect(all).not.toMatch(/planted/);
  const { password, username, host } = new URL(databaseUrl);
  const secret = [
    PLANTED['KANTOR_METRICS_TOKEN'],
    PLANTED['KANTOR_TRUST_PROXY'],
    KEY,
    `${username}:${password}`,
    host,
    own.dataDir,
  ];
  for (const each of secret) expect(all).not.toContain(each);
  const { 'settings.json': settings, 'findings.txt': findings } = Object.fromEntries(files);
  expect(JSON.parse(settings ?? '')).toMatchObject({
    KANTOR_JWT_SECRET: 'set',
    KANTOR_DEMO: 'off',
    KANTOR_RATE_EVERY_SECONDS: '45',
    KANTOR_TRUST_PROXY: 'set',
  });
  expect(findings).toMatch(/^bad {2}no worker has ever run$/m);
  await expect(writePacket({ settings: readSettings(environment), environment, file })).rejects.toThrow(
    'it is there already',
  );
});
