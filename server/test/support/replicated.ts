import { execFileSync } from 'node:child_process';
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Embedded, startEmbedded } from '@kantor/embedded-postgres';
import { scratchFolder } from '@kantor/embedded-postgres/testing';
import { freePort } from '@kantor/embedded-postgres/ports.mjs';
import pg from 'pg';
import { bringUpToDate } from '../../src/db/bring-up-to-date.ts';
import { arrangeRoles } from '../../src/db/roles.ts';

/** A server with the newest schema, and another that PostgreSQL keeps like it by streaming. */
export interface Replicated {
  /** Of the database, by the role that serves. */
  url: string;
  ownerUrl: string;
  /** Of the replica, by the role that serves. */
  replicaUrl: string;
  /** Runs a statement on the replica as its superuser. */
  onReplica: (statement: string) => Promise<void>;
  /** The replica goes at once, as its machine might. */
  killReplica: () => void;
  /** Starts it again at its address. */
  startReplica: () => Promise<void>;
  stop: () => Promise<void>;
}

const at = (server: Embedded, roleUrl: string): string => {
  const url = new URL(roleUrl);
  url.port = new URL(server.url).port;
  return url.href;
};

export async function startReplicated(): Promise<Replicated> {
  const [own, copy] = [scratchFolder(), scratchFolder()];
  const [port, replicaPort] = [await freePort(), await freePort()];
  const first = await startEmbedded({ dataDir: own, durability: 'full', port });
  const urls = await arrangeRoles(first.url);
  await bringUpToDate(urls);
  await first.stop();
  // PostgreSQL's account owns its files, and keeps them.
  execFileSync('cp', ['-a', `${own}/.`, copy]);
  const cluster = join(copy, 'postgres');
  const { username, password } = new URL(first.url);
  appendFileSync(
    join(cluster, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=${username} password=${password}'\n`,
  );
  writeFileSync(join(cluster, 'standby.signal'), '');
  const server = await startEmbedded({ dataDir: own, durability: 'full', port });
  const start = () => startEmbedded({ dataDir: copy, durability: 'full', port: replicaPort });
  let replica = await start();
  return {
    url: at(server, urls.serving),
    ownerUrl: at(server, urls.owner),
    replicaUrl: at(replica, urls.serving),
    async onReplica(statement) {
      const client = new pg.Client({ connectionString: replica.url });
      await client.connect();
      await client.query(statement);
      await client.end();
    },
    killReplica: () =>
      void process.kill(Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n', 1)[0]), 'SIGQUIT'),
    async startReplica() {
      replica = await start();
    },
    async stop() {
      await replica.stop();
      await server.stop();
      for (const folder of [own, copy]) rmSync(folder, { recursive: true, force: true });
    },
  };
}
