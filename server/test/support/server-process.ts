import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { JWT_SECRET } from './kantor.ts';

const MAIN = fileURLToPath(new URL('../../src/app/main.ts', import.meta.url));

export interface ServerProcess {
  url: string;
  /** Where its health is told, when KANTOR_HEALTH_PORT is given. */
  healthUrl: string;
  /** Where its metrics are, when KANTOR_METRICS_PORT is given. */
  metricsUrl: string;
  /** All that it has written. */
  output: () => string;
  pid: number;
  kill: (signal: 'SIGKILL' | 'SIGTERM') => Promise<void>;
}

/** Starts a real server process on a database, without the demo; as to a launcher, it sends a message once it answers. */
export const forkServer = (
  databaseUrl: string,
  programArguments: readonly string[],
  environment: Record<string, string> = {},
  main = MAIN,
): ChildProcess =>
  fork(main, programArguments, {
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

/** As `forkServer`; resolves once it answers. */
export async function startServer(
  databaseUrl: string,
  role: 'api' | 'worker' | 'all' = 'api',
  environment: Record<string, string> = {},
  main = MAIN,
): Promise<ServerProcess> {
  const child = forkServer(databaseUrl, ['--role', role], environment, main);
  let output = '';
  child.stdout?.on('data', (chunk) => (output += chunk));
  child.stderr?.on('data', (chunk) => (output += chunk));
  const exited = once(child, 'exit').then(() => {
    throw new Error(`The server ended while it started:\n${output}`);
  });
  const [{ url, healthPort, metricsPort }] = (await Promise.race([once(child, 'message'), exited])) as [
    { url: string; healthPort: number | undefined; metricsPort: number | undefined },
  ];
  exited.catch(() => undefined);
  return {
    url,
    healthUrl: `http://127.0.0.1:${healthPort}`,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    output: () => output,
    pid: child.pid ?? 0,
    kill: async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const end = once(child, 'exit');
      child.kill(signal);
      await end;
    },
  };
}
