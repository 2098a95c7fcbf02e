import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { JWT_SECRET } from './harness.ts';

const MAIN = fileURLToPath(new URL('../../src/app/main.ts', import.meta.url));

export interface ServerProcess {
  url: string;
  kill: (signal: 'SIGKILL' | 'SIGTERM') => Promise<void>;
}

/** Starts a real server process on a database, without the demo; resolves once it answers. */
export async function startServer(
  databaseUrl: string,
  role: 'api' | 'worker' | 'all' = 'api',
  environment: Record<string, string> = {},
): Promise<ServerProcess> {
  const child: ChildProcess = fork(MAIN, ['--role', role], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      PORT: '0',
      KANTOR_DEMO: 'off',
      KANTOR_JWT_SECRET: JWT_SECRET,
      ...environment,
    },
    silent: true,
  });
  let output = '';
  child.stdout?.on('data', (chunk) => (output += chunk));
  child.stderr?.on('data', (chunk) => (output += chunk));
  const exited = once(child, 'exit').then(() => {
    throw new Error(`The server ended while it started:\n${output}`);
  });
  const [{ url }] = (await Promise.race([once(child, 'message'), exited])) as [{ url: string }];
  exited.catch(() => undefined);
  return {
    url,
    kill: async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const end = once(child, 'exit');
      child.kill(signal);
      await end;
    },
  };
}

/** Sends one request over the network; resolves to the status and the JSON of the answer. */
export async function request(
  url: string,
  {
    token,
    body,
    headers = {},
    method = 'POST',
  }: { token: string; body?: unknown; headers?: Record<string, string>; method?: string },
): Promise<{ status: number; body: ReturnType<typeof JSON.parse> }> {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}
