import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scratchFolder } from '@kantor/embedded-postgres/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readSettings } from './settings.ts';

// compose.yaml and Dockerfile, which no test can run, against what the product needs.

const ROOT = new URL('../../../', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, ROOT), 'utf8');
const compose = read('compose.yaml');
const dockerfile = read('Dockerfile');

const matches = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = '']) => found);

/** The lines of a service, below its name. */
const serviceOf = (name: string, file = compose) =>
  file.split(/^ {2}(?=\w)/m).find((part) => part.startsWith(`${name}:`)) ?? '';

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

describe('ops/compose', () => {
  const FOLDER = new URL('ops/compose/', ROOT);
  const production = read('ops/compose/compose.yaml');
  const own = production.slice(0, production.indexOf('\nservices:'));
  /** A folder in which make-secrets.sh has been run as often. */
  function madeSecrets(times: number): string {
    const folder = scratchFolder();
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    copyFileSync(new URL('make-secrets.sh', FOLDER), join(folder, 'make-secrets.sh'));
    for (let n = 0; n < times; n += 1) execFileSync('sh', [join(folder, 'make-secrets.sh')], { stdio: 'ignore' });
    return join(folder, 'secrets');
  }

  test('who serves reads secrets from files, is of production, and has not the owner’s', () => {
    const folder = madeSecrets(1);
    const environment = Object.fromEntries(
      [...own.matchAll(/^ {4}([A-Z_]+): (.*)$/gm)].map(([, name = '', value = '']) => [
        name,
        value
          .replaceAll("'", '')
          .replaceAll(/\$\{KANTOR_DOMAIN[^}]*\}/g, 'kantor.example')
          .replace('/run/secrets', folder),
      ]),
    );
    const settings = readSettings({ NODE_ENV: 'production', ...environment });
    expect(settings).toMatchObject({ production: true, demo: false, ownerDatabaseUrl: undefined });
    expect(new URL(settings.databaseUrl ?? '').username).toBe('kantor_app');
  });

  test('secrets are made once, and fit each other', () => {
    const read = (folder: string, name: string) => readFileSync(join(folder, name), 'utf8').trim();
    const folder = madeSecrets(2);
    for (const role of ['owner', 'app'])
      expect(new URL(read(folder, `${role}-url`)).password).toBe(read(folder, `${role}-password`));
    const all = ['postgres-password', 'owner-password', 'app-password', 'jwt-secret', 'backup-passphrase'];
    expect(new Set(all.map((name) => read(folder, name))).size).toBe(all.length);
  });

  test('two serve behind the proxy, one works, one migrates before them; what is mounted is there', () => {
    for (const [name, line] of [
      ['api-1', 'command: [--role, api]'],
      ['api-2', 'command: [--role, api]'],
      ['worker', 'command: [--role, worker]'],
      ['migrate', 'entrypoint: [node, server/src/app/cli.ts, migrate]'],
    ] as const)
      expect(serviceOf(name, production)).toContain(line);
    expect(own).toContain('condition: service_completed_successfully');
    expect(read('ops/compose/Caddyfile')).toContain('reverse_proxy api-1:3000 api-2:3000');
    for (const path of matches(production, /- (\.\.?\/[^:]+):/g).filter((each) => each !== './backups'))
      expect(existsSync(new URL(path, FOLDER)), path).toBe(true);
    const used = new Set(matches(production, /secrets: \[(.*)\]/g).flatMap((names) => names.split(', ')));
    expect(new Set(matches(production, /file: secrets\/(.*)/g))).toEqual(used);
  });
});

describe('the Dockerfile', () => {
  test('starts a file that is there', () => {
    const command = JSON.parse(/^ENTRYPOINT (.*)$/m.exec(dockerfile)?.[1] ?? '[]') as string[];
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
