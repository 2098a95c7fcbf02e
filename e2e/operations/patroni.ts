import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@kantor/embedded-postgres/ports.mjs';
import { prepareDatabase, query, type StormDatabase } from '@kantor/storms/src/harness/database.ts';
import type { Ground } from '@kantor/storms/src/harness/storm.ts';
import { binaries, runner } from './postgres.ts';

const LOOK_MS = 200;
const START_LIMIT_MS = 90_000;
/** Of two servers by turns: more than two seconds of them. */
const LOOKS = 12;
/** The settings that docs/operations.md names. */
const DCS = { ttl: 12, loop_wait: 4, retry_timeout: 4, synchronous_mode: true };

/** A machine of the cluster: a Patroni and its PostgreSQL. */
interface Node {
  name: string;
  /** Where its Patroni answers. */
  api: string;
  postgres: number;
  folder: string;
  start: () => Promise<void>;
  /** Everything that runs on it gets a signal. */
  signalAll: (signal: NodeJS.Signals) => void;
  postmaster: () => number;
}

interface Member {
  name: string;
  role: string;
  state: string;
}

export interface Cluster extends Pick<StormDatabase, 'url' | 'adminUrl' | 'db'> {
  leader: () => Promise<Node>;
  /** Once another machine than this one leads. */
  leaderBut: (former: Node) => Promise<Node>;
  /** Until there are a leader and a synchronous standby again, with every machine of it running. */
  whole: () => Promise<void>;
  switchOver: () => Promise<void>;
}

/**
 * Two machines under a real Patroni with etcd and a synchronous standby, behind an HAProxy that follows the leader, as
 * docs/operations.md has it; with the product's roles and schema.
 */
export async function startCluster(ground: Ground): Promise<Cluster> {
  const { folder, defer, signal } = ground;
  const owner = runner();
  const children: ChildProcess[] = [];
  const launch = (program: string, args: readonly string[], log: string, as?: typeof owner) => {
    const out = openSync(join(folder, log), 'a', 0o666);
    const child = spawn(program, args, {
      stdio: ['ignore', out, out],
      ...as,
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    });
    closeSync(out);
    children.push(child);
    return child;
  };
  chmodSync(folder, 0o755);
  const own = (path: string) => owner && chownSync(path, owner.uid, owner.gid);

  const [etcd, peers] = [await freePort(), await freePort()];
  const [client, peer] = [`http://127.0.0.1:${etcd}`, `http://127.0.0.1:${peers}`];
  launch(
    'etcd',
    [
      ...['--data-dir', join(folder, 'etcd'), '--listen-client-urls', client, '--advertise-client-urls', client],
      ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', `default=${peer}`],
    ],
    'etcd.log',
  );

  const password = randomBytes(12).toString('hex');
  const makeNode = async (name: string): Promise<Node> => {
    const [api, postgres] = [await freePort(), await freePort()];
    const home = join(folder, name);
    mkdirSync(home, { mode: 0o700 });
    own(home);
    const data = join(home, 'data');
    const file = join(home, 'patroni.yml');
    const user = (username: string) => ({ username, password });
    const configuration = {
      scope: 'kantor',
      name,
      restapi: { listen: `127.0.0.1:${api}`, connect_address: `127.0.0.1:${api}` },
      etcd3: { hosts: `127.0.0.1:${etcd}` },
      bootstrap: {
        dcs: {
          ...DCS,
          postgresql: { use_pg_rewind: true, parameters: { max_connections: 150, wal_keep_size: '512MB' } },
        },
        initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      },
      postgresql: {
        listen: `127.0.0.1:${postgres}`,
        connect_address: `127.0.0.1:${postgres}`,
        data_dir: data,
        bin_dir: binaries(),
        pgpass: join(home, 'pgpass'),
        authentication: { superuser: user('postgres'), replication: user('replicator'), rewind: user('rewinder') },
        parameters: { unix_socket_directories: home },
        pg_hba: [
          'local all all trust',
          'host replication all 127.0.0.1/32 scram-sha-256',
          'host all all 127.0.0.1/32 scram-sha-256',
        ],
      },
    };
    // YAML that is JSON.
    writeFileSync(file, JSON.stringify(configuration), { mode: 0o600 });
    own(file);
    let patroni: ChildProcess | undefined;
    const postmaster = () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
    const processes = () => {
      let top = 0;
      try {
        top = postmaster();
      } catch {
        return [];
      }
      const below = spawnSync('ps', ['-o', 'pid=', '--ppid', String(top)], { encoding: 'utf8' }).stdout;
      return [top, ...below.trim().split(/\s+/).filter(Boolean).map(Number)];
    };
    return {
      name,
      api: `http://127.0.0.1:${api}`,
      postgres,
      folder: home,
      postmaster,
      async start() {
        patroni = launch('patroni', [file], `${name}.log`, owner);
        await once(patroni, 'spawn');
      },
      signalAll(sent) {
        const running = [...(patroni?.pid === undefined ? [] : [patroni.pid]), ...processes()];
        for (const pid of running) {
          try {
            process.kill(pid, sent);
          } catch {
            // It has just ended.
          }
        }
      },
    };
  };
  const nodes = [await makeNode('a'), await makeNode('b')];
  defer(async () => {
    for (const node of nodes) node.signalAll('SIGKILL');
    for (const child of children) child.kill('SIGKILL');
    const left = children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
    await Promise.all(left.map((child) => once(child, 'exit')));
  });

  const members = async (): Promise<Member[]> => {
    for (const { api } of nodes) {
      const answer = await fetch(`${api}/cluster`, { signal: AbortSignal.timeout(2000) }).catch(() => undefined);
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
    }
    return [];
  };
  const until = async (what: string, holds: () => Promise<boolean>) => {
    for (const end = performance.now() + START_LIMIT_MS; !(await holds());) {
      signal.throwIfAborted();
      if (performance.now() > end) throw new Error(`${what}: ${JSON.stringify(await members())}`);
      await delay(LOOK_MS);
    }
  };
  const leader = async (isAsked: (name: string) => boolean = () => true): Promise<Node> => {
    let found: Node | undefined;
    await until('There is no leader', async () => {
      const name = (await members()).find(
        (member) => member.role === 'leader' && member.state === 'running' && isAsked(member.name),
      )?.name;
      found = nodes.find((node) => node.name === name);
      return found !== undefined;
    });
    if (found === undefined) throw new Error('There is a leader');
    return found;
  };
  const whole = () =>
    until('The cluster is not whole', async () => {
      const now = await members();
      const running = (state: string) => state === 'running' || state === 'streaming';
      return (
        now.length === nodes.length &&
        now.every(({ state }) => running(state)) &&
        now.some(({ role }) => role === 'sync_standby')
      );
    });

  const [first, second] = nodes;
  await first?.start();
  await leader();
  await second?.start();
  await whole();

  const entrance = await freePort();
  const haproxy = join(folder, 'haproxy.cfg');
  writeFileSync(
    haproxy,
    `defaults
  mode tcp
  timeout connect 5s
  timeout client 1h
  timeout server 1h
frontend entrance
  bind 127.0.0.1:${entrance}
  default_backend postgres
backend postgres
  option httpchk OPTIONS /primary
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, api, postgres }) => `  server ${name} 127.0.0.1:${postgres} check port ${new URL(api).port}`).join('\n')}
`,
  );
  launch('haproxy', ['-db', '-f', haproxy], 'haproxy.log');
  const adminUrl = `postgres://postgres:${password}@127.0.0.1:${entrance}/kantor`;
  const maintenance = adminUrl.replace(/kantor$/, 'postgres');
  // Until it has looked, HAProxy takes every server for the leader.
  let found = 0;
  await until('HAProxy does not find the leader', async () => {
    const rows = await query<{ is: boolean }>(maintenance, 'select not pg_is_in_recovery() as is').catch(() => []);
    found = rows[0]?.is ? found + 1 : 0;
    return found === LOOKS;
  });
  await query(maintenance, 'create database kantor');
  return {
    ...(await prepareDatabase(ground, adminUrl)),
    leader: () => leader(),
    leaderBut: (former) => leader((name) => name !== former.name),
    whole,
    async switchOver() {
      await until('Patroni refuses to switch over', async () => {
        const { name, api } = await leader();
        const candidate = nodes.find((node) => node.name !== name)?.name;
        const body = JSON.stringify({ leader: name, candidate });
        return (await fetch(`${api}/switchover`, { method: 'POST', body })).ok;
      });
    },
  };
}
