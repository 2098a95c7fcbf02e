import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@kantor/embedded-postgres/ports.mjs';
import { startTied } from '@kantor/embedded-postgres/processes.mjs';
import { NODE_ARGUMENTS, NODE_ENVIRONMENT } from '@kantor/server/src/app/node-arguments.mjs';
import { diskStore, type FileStore } from '@kantor/server/src/modules/files/index.ts';
import type { Ground } from './storm.ts';

/** The server of today. */
export const MAIN = fileURLToPath(new URL('../../../server/src/app/main.ts', import.meta.url));
/** The last output of a process that is kept, for whoever looks into a failure. */
const MAX_OUTPUT = 200_000;

export type Role = 'api' | 'worker' | 'all';

export interface ServerOptions {
  role: Role;
  databaseUrl: string;
  /** More settings, or others. */
  environment?: Readonly<Record<string, string>>;
  /** The file of another release that is started; that of today unless given. */
  main?: string;
}

/** A real server process, at one address however often it is started again. */
export interface Server {
  role: Role;
  url: string;
  pid: () => number;
  isRunning: () => boolean;
  /** Its last output. */
  output: () => string;
  /** Ends it and waits for its end. */
  kill: (signal: 'SIGKILL' | 'SIGTERM') => Promise<void>;
  /** Starts it anew, in the release that it was or, where `main` is given, in another one. Resolves once it answers. @throws Error with its output when it ends instead. */
  start: (main?: string) => Promise<void>;
}

const JWT_SECRET = 'a key that is only used while it storms';

const dataOf = (folder: string) => join(folder, 'data');

/** What people have uploaded to the servers. */
export const filesOf = ({ folder }: Pick<Ground, 'folder'>): FileStore => diskStore(join(dataOf(folder), 'files'));

/** Starts a server by the launcher's own handling of processes: it ends with us, however we end. */
export async function startServer({ folder, defer }: Ground, options: ServerOptions): Promise<Server> {
  const { role, databaseUrl, environment = {} } = options;
  let release = options.main ?? MAIN;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    ...NODE_ENVIRONMENT,
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    KANTOR_DEMO: 'off',
    KANTOR_SECOND_FACTOR: 'off',
    KANTOR_JWT_SECRET: JWT_SECRET,
    KANTOR_DATA_DIR: dataOf(folder),
    KANTOR_WALLET_WAIT_HOURS: '0',
    ...environment,
  };
  let current: ReturnType<typeof startTied> | undefined;
  let isRunning = false;
  let output = '';
  const start = async (main = release) => {
    release = main;
    const started = startTied(process.execPath, [...NODE_ARGUMENTS, release, '--role', role], {
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    current = started;
    isRunning = true;
    const keep = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-MAX_OUTPUT);
    };
    started.child.stdout?.on('data', keep);
    started.child.stderr?.on('data', keep);
    const ended = started.ended.then(() => {
      if (current === started) isRunning = false;
      throw new Error(`A server (${role}) ended while it started:\n${output.slice(-2000)}`);
    });
    ended.catch(() => undefined);
    await Promise.race([once(started.child, 'message'), ended]);
  };
  const kill = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (!isRunning) return;
    current?.child.kill(signal);
    await current?.ended;
  };
  await start();
  // Nothing of it is needed any more: an orderly stop would wait for what the storm has broken.
  defer(() => kill('SIGKILL'));
  return {
    role,
    url,
    pid: () => current?.child.pid ?? 0,
    isRunning: () => isRunning,
    output: () => output,
    kill,
    start,
  };
}
