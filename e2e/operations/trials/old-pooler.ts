import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@kantor/embedded-postgres/ports.mjs';
import { gate } from '@kantor/storms/src/harness/gates.ts';
import { openDatabase, query } from '@kantor/storms/src/harness/database.ts';
import { runStorm } from '@kantor/storms/src/harness/run.ts';
import { startServer } from '@kantor/storms/src/harness/servers.ts';
import { type Ground, storm } from '@kantor/storms/src/harness/storm.ts';
import { run, type Trial } from '../trial.ts';

const LOOK_MS = 100;
const SENTENCE = /loses prepared statements\. Set max_prepared_statements in PgBouncer 1\.21 or newer/;

/** A real PgBouncer in transaction mode before a database. @returns the database's address through it. */
async function startPgbouncer({ folder, defer }: Ground, databaseUrl: string): Promise<string> {
  const port = await freePort();
  const to = new URL(databaseUrl);
  const [users, file] = [join(folder, 'users.txt'), join(folder, 'pgbouncer.ini')];
  writeFileSync(users, `"${to.username}" "${decodeURIComponent(to.password)}"\n`);
  writeFileSync(
    file,
    `[databases]
* = host=${to.hostname} port=${to.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout,options,extra_float_digits
`,
  );
  // It refuses to run as root; nobody reads what lies in a folder of ours unless it may.
  for (const path of [folder, users, file]) chmodSync(path, 0o755);
  const asRoot = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn('pgbouncer', [...asRoot, file], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  defer(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const through = new URL(databaseUrl);
  through.port = String(port);
  while (child.exitCode === null) {
    const answers = await query(through.href, 'select 1').then(
      () => true,
      () => false,
    );
    if (answers) return through.href;
    await delay(LOOK_MS);
  }
  throw new Error(`PgBouncer ended with ${child.exitCode}`);
}

const pooled = storm({
  name: 'old-pooler',
  summary: '',
  minutes: 1,
  sizes: {},
  run: async (ground) => {
    const { url } = await openDatabase(ground, 'full');
    const through = await startPgbouncer(ground, url);
    const said = await startServer(ground, { role: 'api', databaseUrl: through }).then(
      () => 'it started',
      (error: Error) => error.message,
    );
    return [
      gate('starts that are not refused in a sentence', { exactly: 0 }, SENTENCE.test(said) ? 0 : 1, {
        of: 1,
        cases: [said],
      }),
    ];
  },
});

export const oldPooler: Trial = {
  name: 'old-pooler',
  summary: 'a server behind a PgBouncer that carries no prepared statements does not start, and says why',
  programs: ['pgbouncer'],
  whyNot: () => {
    const [, major = '', minor = ''] = /PgBouncer (\d+)\.(\d+)/.exec(run('pgbouncer', ['--version']).output) ?? [];
    return Number(major) === 1 && Number(minor) < 21 ? undefined : 'this machine has no PgBouncer older than 1.21';
  },
  run: async () => (await runStorm(pooled)).gates,
};
