import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { EmbeddedFailure } from './failure.ts';

/** The system account PostgreSQL runs as. Absent: our own. */
export type Account = { uid: number; gid: number };

/**
 * PostgreSQL refuses to run as root, so a root start hands it to another account: the owner of the data when there is
 * some already, else `postgres`, which is created when the system lacks it, else `nobody`.
 */
export function accountForPostgres(cluster?: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (cluster && existsSync(cluster)) {
    const { uid, gid } = statSync(cluster);
    if (uid !== 0) return { uid, gid };
  }
  const account = find('postgres') ?? createPostgres() ?? find('nobody');
  if (account) return account;
  throw new EmbeddedFailure(
    'PostgreSQL refuses to run as root, and no other user could be found or created. ' +
      'Run `useradd --system postgres`, or start as an ordinary user.',
  );
}

/** Whether the account can pass through a folder, asked of the system itself: modes, groups and ACLs count. */
export function canEnter(account: Account, folder: string): boolean {
  return spawnSync('test', ['-x', folder], account).status === 0;
}

function find(name: string): Account | undefined {
  const [uid, gid] = ['-u', '-g'].map((which) => spawnSync('id', [which, name], { encoding: 'utf8' }));
  if (uid?.status !== 0 || gid?.status !== 0) return undefined;
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

function createPostgres(): Account | undefined {
  const options = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin'];
  spawnSync('useradd', [...options, 'postgres']);
  return find('postgres');
}
