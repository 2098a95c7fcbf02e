import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@kantor/contract/client.ts';
import { API_BASE } from '@kantor/contract/plain/routes.ts';
import { login } from '@kantor/contract/wire/auth.ts';
import { gate, noneOf } from '@kantor/storms/src/harness/gates.ts';
import { storm } from '@kantor/storms/src/harness/storm.ts';
import { cloneKantor, DOMAIN, Installation } from '../compose.ts';
import { whyNoDocker } from '../docker.ts';
import { run, type Trial, runAndSave } from '../trial.ts';

const IMAGES = ['node:24-slim', 'postgres:18', 'caddy:2'];
const KANTOR = ['api-1', 'api-2', 'worker', 'backup'] as const;
const SERVICES = ['proxy', 'database', 'migrate', ...KANTOR] as const;
/** Of compose.yaml: one process, and its database. */
const SMALL = ['database', 'kantor'] as const;
const KILLED = ['api-1', 'worker'] as const;
const PASSPHRASE = ['--passphrase-file', '/run/secrets/backup-passphrase'];
const BETWEEN_REQUESTS_MS = 25;
const MOST_PAUSE_MS = 300;
const ASKED = ['/', '/live', `${API_BASE}/me`];

type Entrance = Awaited<ReturnType<Installation['openEntrance']>>;

/** Pages and calls, one after the other, until it is told to end. */
function startAsking(ask: Entrance) {
  const failed: string[] = [];
  let [count, pause, isOver] = [0, 0, false];
  const ended = (async () => {
    for (let last = performance.now(); !isOver; await delay(BETWEEN_REQUESTS_MS)) {
      const path = ASKED[(count += 1) % ASKED.length] ?? '/';
      const status = await ask(new Request(`https://${DOMAIN}${path}`)).then(({ status }) => status, String);
      if (typeof status === 'string' || status >= 500) failed.push(`${path}: ${status}`);
      pause = Math.max(pause, performance.now() - last);
      last = performance.now();
    }
  })();
  return async () => {
    isOver = true;
    await ended;
    return [
      noneOf('requests that failed during the upgrade', failed, count),
      gate('the longest time without an answer', { most: MOST_PAUSE_MS }, pause, { unit: 'ms' }),
    ];
  };
}

/** Kills all of a container's processes but the first, as a machine out of memory does. */
const KILL = ['node', '-e', 'process.kill(-1, "SIGKILL")'];

const installation = storm({
  name: 'compose',
  summary: '',
  minutes: 4,
  sizes: {},
  run: async (ground) => {
    const { say } = ground;
    const checkout = await cloneKantor(ground);
    const folder = join(checkout, 'ops', 'compose');
    execFileSync('sh', ['make-secrets.sh'], { cwd: folder });
    const own = new Installation(ground, folder, 'kantor-trial', { KANTOR_DOMAIN: DOMAIN });
    await own.compose('up', '--build', '--detach');
    const unwell = await own.untilHealthy(SERVICES);
    say('it is installed');
    const created = await own.kantor('worker', 'create-operator', 'anna');
    const [, password = ''] = /Password: (\S+)/.exec(created) ?? [];
    const ask = await own.openEntrance();
    const client = createClient({ base: `https://${DOMAIN}${API_BASE}`, fetch: ask });
    const turnedAway: string[] = [];
    const signIn = (when: string) =>
      client.call(login, { body: { username: 'anna', password } }).then(
        () => undefined,
        (error: unknown) => void turnedAway.push(`${when}: ${String(error)}`),
      );
    await signIn('installed');

    // The next release differs.
    writeFileSync(join(checkout, 'contract', 'RELEASE'), 'the next');
    const before = await own.imageOf('api-1');
    await own.compose('build');
    say('the next release is built');
    const stopAsking = startAsking(ask);
    await own.compose('run', '--rm', 'migrate');
    await own.compose('up', '--detach', '--no-deps', 'worker', 'backup');
    for (const api of ['api-1', 'api-2']) {
      await own.compose('up', '--detach', '--no-deps', api);
      await own.untilHealthy([api]);
      say(`${api} is of the next release`);
    }
    const asked = await stopAsking();
    const images = await Promise.all(KANTOR.map((service) => own.imageOf(service)));
    await signIn('upgraded');

    const backup = await own.kantor('backup', 'backup', '--to', '/backups', '--keep', '14', ...PASSPHRASE);
    const drill = await own.kantor('backup', 'drill', '--from', '/backups', ...PASSPHRASE);
    say('backed up and restored');
    // Who kills is killed with them.
    for (const service of KILLED)
      await own.compose('exec', '-T', '--user', 'root', service, ...KILL).catch(() => undefined);
    const notBack = await own.untilHealthy(SERVICES);
    const restarts = await Promise.all(KILLED.map((service) => own.restartsOf(service)));
    await own.compose('kill', 'database');
    await own.compose('up', '--detach');
    notBack.push(...(await own.untilHealthy(SERVICES)));
    await signIn('killed');
    await own.compose('down');
    await own.compose('up', '--detach');
    const notAgain = await own.untilHealthy(SERVICES);
    await signIn('made anew');

    const secrets = ['POSTGRES_PASSWORD', 'KANTOR_JWT_SECRET', 'KANTOR_OWNER_PASSWORD', 'KANTOR_APP_PASSWORD'];
    const small = new Installation(ground, checkout, 'kantor-trial-small', {
      ...Object.fromEntries(secrets.map((name) => [name, randomBytes(32).toString('hex')])),
      KANTOR_TRUST_PROXY: '172.16.0.0/12',
    });
    await small.compose('up', '--build', '--detach');
    const unwellSmall = await small.untilHealthy(SMALL);
    const verified = await small.kantor('kantor', 'verify');
    return [
      noneOf('services that are not healthy', unwell, SERVICES.length),
      ...asked,
      noneOf(
        'services of the release before afterwards',
        KANTOR.filter((_, n) => images[n] === before),
        KANTOR.length,
      ),
      noneOf('backups that are not restored', drill.includes('it is good') ? [] : [backup + drill], 1),
      gate(
        'services that were killed, and started by Docker',
        { exactly: KILLED.length },
        restarts.filter(Boolean).length,
      ),
      noneOf('services that do not come back when they, or the database, are killed', notBack, SERVICES.length),
      noneOf('services that do not come back when containers are made anew', notAgain, SERVICES.length),
      noneOf('sign-ins that failed', turnedAway, 4),
      noneOf('services of compose.yaml that are not healthy', unwellSmall, SMALL.length),
      noneOf('of its database: `verify`', verified.includes('All invariants hold') ? [] : [verified], 1),
    ];
  },
});

const whyNot = () =>
  run('docker', ['compose', 'version']).ok ? whyNoDocker(IMAGES) : 'this machine has no Docker with compose';

export const composeTrial: Trial = {
  name: 'compose',
  summary:
    'ops/compose is installed by the handbook, upgraded under traffic, backed up, killed and made anew; compose.yaml is installed, too',
  programs: ['docker', 'git'],
  whyNot,
  run: () => runAndSave(installation),
};
