import { login } from '@kantor/contract/wire/auth.ts';
import { outcomeOf, percentile, times } from '../harness/calls.ts';
import { type Gate, gate } from '../harness/gates.ts';
import { type Market, PASSWORD, type Person } from '../harness/market.ts';
import { watchMemory } from '../harness/memory.ts';
import type { HostileFile } from './pdfs.ts';
import type { Uploader } from './trader.ts';

const PAUSE_MS = 100;

/** Signs somebody in again and again beside a burst. */
function keepSigningIn(market: Market, { username }: Person) {
  const taken: number[] = [];
  const failed: string[] = [];
  let isOver = false;
  const run = async () => {
    while (!isOver) {
      const since = performance.now();
      const outcome = await outcomeOf(market.guest.call(login, { body: { username, password: PASSWORD } }));
      taken.push(performance.now() - since);
      if (outcome.kind !== 'answer') failed.push(JSON.stringify(outcome));
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  };
  const running = run();
  return async () => {
    isOver = true;
    await running;
    return { taken, failed };
  };
}

interface Burst {
  what: string;
  file: HostileFile;
  uploads: number;
  width: number;
  /** Goals. */
  megabytes: number;
  /** Milliseconds at the 95th percentile; undefined where time is not measured. */
  signInMs: number | undefined;
}

/** Many large files at once through one server: what it takes, and how others fare beside it. */
export async function burst(
  market: Market,
  uploaders: readonly Uploader[],
  bystander: Person,
  options: Burst,
): Promise<Gate[]> {
  const { what, file, uploads, width, megabytes, signInMs } = options;
  const [server] = market.apis;
  const memory = watchMemory(server?.pid() ?? 0);
  const stopSigningIn = keepSigningIn(market, bystander);
  const statuses: number[] = [];
  await times(uploads, width, async (index) => {
    const uploader = uploaders[index % uploaders.length];
    const answer = await uploader?.send(file, server?.url).catch(() => undefined);
    statuses.push(answer?.status ?? 0);
  });
  const { taken, failed } = await stopSigningIn();
  const most = await memory.finish();
  const unanswered = statuses.filter((status) => status === 0 || (status >= 500 && status !== 503)).length;
  return [
    gate(`${what}: memory of the server, the most`, { most: megabytes }, most, { unit: 'MB' }),
    gate(`${what}: uploads without a proper answer`, { exactly: 0 }, unanswered, {
      of: uploads,
      cases: [statuses.join()],
    }),
    gate(`${what}: sign-ins beside it that failed`, { exactly: 0 }, failed.length, { of: taken.length, cases: failed }),
    ...(signInMs === undefined
      ? []
      : [gate(`${what}: a sign-in beside it, p95`, { most: signInMs }, percentile(taken, 95), { unit: 'ms' })]),
  ];
}
