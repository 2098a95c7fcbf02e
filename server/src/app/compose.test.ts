import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { NODE_ARGUMENTS } from './node-arguments.mjs';
import { readSettings } from './settings.ts';

// compose.yaml and Dockerfile, which no test can run, against what the product needs.

const ROOT = new URL('../../../', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, ROOT), 'utf8');
const compose = read('compose.yaml');
const dockerfile = read('Dockerfile');

const matches = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = '']) => found);

/** The lines of a service, below its name. */
const serviceOf = (name: string) => compose.split(/^ {2}(?=\w)/m).find((part) => part.startsWith(`${name}:`)) ?? '';

/** What a service's container is told, with these values in place of the variables. */
function environmentOf(service: string, given: Readonly<Record<string, string>>): Record<string, string> {
  const lines = [...serviceOf(service).matchAll(/^ {6}([A-Z_]+): (.*)$/gm)];
  return Object.fromEntries(
    lines.map(([, name = '', value = '']) => [
      name,
      value.replaceAll(/\$\{(\w+)(?::[-?][^}]*)?\}/g, (_, variable: string) => given[variable] ?? ''),
    ]),
  );
}

/** What compose.yaml asks for with `:?`. */
const DEMANDED = {
  POSTGRES_PASSWORD: 'b2f0',
  KANTOR_OWNER_PASSWORD: 'c3a1',
  KANTOR_APP_PASSWORD: 'd4e2',
  KANTOR_JWT_SECRET: 'k7m2px9w4th3nqae8rvyk7m2px9w4th3nqae8rvy',
  KANTOR_TRUST_PROXY: '172.16.0.0/12',
};
/** The image's own, and those of the demo and of our other programs. */
const NOT_PASSED_ON = new Set([
  'NODE_ENV',
  'PORT',
  'HOST',
  'KANTOR_DATA_DIR',
  'KANTOR_DEMO',
  'KANTOR_PAYERS',
  'KANTOR_HEALTH_PORT',
  'KANTOR_SIMULATOR_URL',
  'KANTOR_URL',
  'KANTOR_DEV_PORT',
  'KANTOR_BENCH_ROWS',
  'KANTOR_OPERATOR_PASSWORD',
]);

describe('compose.yaml', () => {
  test('demands what production cannot do without, and no more', () => {
    expect(new Set(matches(compose, /\$\{(\w+):\?/g))).toEqual(new Set(Object.keys(DEMANDED)));
    const image = Object.fromEntries(
      [...dockerfile.matchAll(/(NODE_ENV|HOST|KANTOR_\w+)=(\S+)/g)].map((m) => [m[1], m[2]]),
    );
    const settings = readSettings({ ...image, ...environmentOf('kantor', DEMANDED) });
    expect(settings).toMatchObject({
      production: true,
      demo: false,
      host: '0.0.0.0',
      dataDir: '/data',
      logLevel: 'info',
    });
  });

  test('passes every setting of docs/settings.md on', () => {
    const settings = matches(read('docs/settings.md'), /^\| `([A-Z_]+)`/gm).filter((name) => !NOT_PASSED_ON.has(name));
    expect(settings.length).toBeGreaterThan(20);
    expect(Object.keys(environmentOf('kantor', {})).toSorted()).toEqual(settings.toSorted());
  });

  test('has two roles, each with its password, in the database that it makes', () => {
    const { DATABASE_URL = '', KANTOR_OWNER_DATABASE_URL = '' } = environmentOf('kantor', DEMANDED);
    const database = environmentOf('database', DEMANDED);
    const script = read('server/roles/compose.sh');
    for (const [address, role, password] of [
      [DATABASE_URL, 'kantor_app', 'KANTOR_APP_PASSWORD'],
      [KANTOR_OWNER_DATABASE_URL, 'kantor_owner', 'KANTOR_OWNER_PASSWORD'],
    ] as const) {
      const url = new URL(address);
      expect([url.username, url.password, url.hostname]).toEqual([role, DEMANDED[password], 'database']);
      expect(url.pathname.slice(1)).toBe(database['POSTGRES_DB']);
      expect(database[password]).toBe(DEMANDED[password]);
      expect(read('server/roles/roles.sql')).toContain(`create role ${role} `);
      expect(script).toMatch(new RegExp(`alter role ${role} password`));
      expect(script).toContain(`$${password}`);
    }
    for (const path of matches(compose, /- \.\/([^:]+):/g)) expect(existsSync(new URL(path, ROOT)), path).toBe(true);
  });
});

describe('the Dockerfile', () => {
  test('starts the server with the arguments of npm start', () => {
    const command = JSON.parse(/^ENTRYPOINT (.*)$/m.exec(dockerfile)?.[1] ?? '[]') as string[];
    expect(command).toEqual(['node', ...NODE_ARGUMENTS, 'server/src/app/main.ts']);
    expect(existsSync(fileURLToPath(new URL(command.at(-1) ?? '', ROOT)))).toBe(true);
  });

  test('installs by the lock file: with each workspace, and with the packages that one has for itself', () => {
    const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] };
    for (const each of workspaces) expect(dockerfile).toContain(`COPY ${each}/package.json ${each}/\n`);
    const copied = matches(dockerfile, /^COPY (\w[\w-]*) \1$/gm);
    expect(copied).toContain('server');
    const nested = new Set(matches(read('package-lock.json'), /^ {4}"([\w-]+)\/node_modules\//gm));
    for (const each of copied.filter((name) => nested.has(name))) {
      expect(dockerfile).toContain(`COPY --from=packages /kantor/${each}/node_modules ${each}/node_modules\n`);
    }
  });
});
