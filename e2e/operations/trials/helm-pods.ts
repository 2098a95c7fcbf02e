import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@kantor/contract/client.ts';
import { API_BASE } from '@kantor/contract/plain/routes.ts';
import { login } from '@kantor/contract/wire/auth.ts';
import { noneOf } from '@kantor/storms/src/harness/gates.ts';
import { storm } from '@kantor/storms/src/harness/storm.ts';
import { openChart, podOf, whyNoChart } from '../chart.ts';
import { cloneKantor } from '../compose.ts';
import { docker, whyNoDocker } from '../docker.ts';
import { becomesReady, Place, type Running } from '../pods.ts';
import { run, type Trial, runAndSave } from '../trial.ts';

const NETWORK = 'kantor-trial-pods';
const DATABASE = `${NETWORK}-database`;
const IMAGE = 'kantor:trial';
const DATABASE_LOOKS = 60;
const VALUES = { domain: 'kantor.example', trustProxy: '172.16.0.0/12', metrics: { enabled: true } };

const secret = () => randomBytes(32).toString('hex');

/** A PostgreSQL of the owner's, with the two roles. */
async function startDatabase(checkout: string, owner: string, app: string): Promise<void> {
  const roles = join(checkout, 'server', 'roles');
  docker(
    ...['run', '--detach', '--name', DATABASE, '--network', NETWORK],
    ...['--env', 'POSTGRES_USER=kantor', '--env', 'POSTGRES_DB=kantor', '--env', `POSTGRES_PASSWORD=${secret()}`],
    ...['--env', `KANTOR_OWNER_PASSWORD=${owner}`, '--env', `KANTOR_APP_PASSWORD=${app}`],
    ...['--volume', `${join(roles, 'compose.sh')}:/docker-entrypoint-initdb.d/roles.sh:ro`],
    ...['--volume', `${join(roles, 'roles.sql')}:/kantor/roles.sql:ro`, 'postgres:18'],
  );
  for (let n = 0; n < DATABASE_LOOKS; n += 1) {
    if (run('docker', ['exec', DATABASE, 'pg_isready', '--host=127.0.0.1']).ok) return;
    await delay(1000);
  }
  throw new Error(`The database does not start: ${docker('logs', DATABASE)}`);
}

const pods = storm({
  name: 'helm-pods',
  summary: '',
  minutes: 2,
  sizes: {},
  run: async (ground) => {
    const checkout = await cloneKantor(ground);
    docker('build', '--tag', IMAGE, checkout);
    ground.say('the image is built');
    const { render, read } = await openChart(ground.folder);
    const { ok, output } = render(VALUES);
    if (!ok) throw new Error(output);
    const manifests = read(output);
    const [owner, app] = [secret(), secret()];
    const addressOf = (role: string, password: string) => `postgres://${role}:${password}@${DATABASE}:5432/kantor`;
    const place = new Place(ground, {
      network: NETWORK,
      image: IMAGE,
      secrets: {
        'app-url': addressOf('kantor_app', app),
        'owner-url': addressOf('kantor_owner', owner),
        'jwt-secret': secret(),
        'metrics-token': secret(),
      },
    });
    await startDatabase(checkout, owner, app);

    const podsOf = (kind: string) =>
      manifests
        .filter((manifest) => manifest.kind === kind)
        .flatMap((manifest) => {
          const pod = podOf(manifest);
          const { name } = manifest.metadata;
          return pod
            ? Array.from({ length: manifest.spec.replicas ?? 1 }, (_, n) => ({ name: `${name}-${n}`, pod }))
            : [];
        });
    const jobs = podsOf('Job').map(({ name, pod }) => ({ name, ...place.runToEnd(name, pod) }));
    ground.say('it is migrated');
    const running: Running[] = podsOf('Deployment').map(({ name, pod }) => place.start(name, pod));
    const ready = await Promise.all(running.map((each) => becomesReady(each)));
    const unwell = running.filter((_, n) => !ready[n]).map(({ name }) => `${name}: ${docker('logs', name)}`);
    ground.say('its pods are ready');

    const [api, worker] = ['api', 'worker'].map((role) => running.find(({ name }) => name.includes(role)));
    const created = docker('exec', worker?.name ?? '', 'node', 'server/src/app/cli.ts', 'create-operator', 'anna');
    const [, password = ''] = /Password: (\S+)/.exec(created) ?? [];
    const client = createClient({ base: `http://${api?.address}:3000${API_BASE}` });
    const signedIn = await client.call(login, { body: { username: 'anna', password } }).then(() => [], String);

    const written = running
      .map(({ name }) => ({ name, ...run('docker', ['exec', name, 'sh', '-c', 'echo x > /var/tmp/x']) }))
      .filter((each) => each.ok)
      .map(({ name }) => name);
    const badEnds = running
      .map(({ name }) => {
        docker('stop', '--time', '60', name);
        return { name, code: docker('inspect', '--format', '{{.State.ExitCode}}', name) };
      })
      .filter(({ code }) => code !== '0')
      .map(({ name, code }) => `${name}: ${code}`);
    return [
      noneOf(
        'jobs that failed',
        jobs.filter((job) => !job.ok).map((job) => `${job.name}: ${job.output}`),
        jobs.length,
      ),
      noneOf('pods that are not ready by their own probes', unwell, running.length),
      noneOf('sign-ins that failed', [signedIn].flat(), 1),
      noneOf('pods that can write to their image', written, running.length),
      noneOf('pods that do not end well when they are told to', badEnds, running.length),
    ];
  },
});

export const helmPodsTrial: Trial = {
  name: 'helm-pods',
  summary:
    "the chart's pods run with their own user, rights, volumes and probes, as containers where there is no Kubernetes",
  programs: ['docker', 'git'],
  whyNot: () =>
    process.getuid?.() === 0
      ? (whyNoChart() ?? whyNoDocker(['node:24-slim', 'postgres:18']))
      : 'only root may give files to the users of pods',
  run: () => runAndSave(pods),
};
