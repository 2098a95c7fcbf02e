import { setTimeout as delay } from 'node:timers/promises';
import { between } from '@kantor/demo/random.ts';
import { query } from '../harness/database.ts';
import type { Market } from '../harness/market.ts';
import type { Server } from '../harness/servers.ts';
import type { Ground } from '../harness/storm.ts';

/** Who is killed next, over and over. */
const VICTIMS = ['postgres', 'api', 'worker', 'postgres', 'api', 'connection', 'worker'] as const;
const PAUSE_MS = [200, 1400] as const;
const RETRY_MS = 100;

export interface Killed {
  kills: number;
  /** Milliseconds from the death of PostgreSQL to its next answer. */
  recoveries: number[];
  /** Starts of servers that ended before they answered. */
  failedStarts: string[];
}

/**
 * Kills by SIGKILL, and starts again what it killed; nobody is told. Resolves when all runs again.
 * @param killed is kept up to date all the while.
 */
export async function killAll(
  { random, signal, say }: Pick<Ground, 'random' | 'signal' | 'say'>,
  market: Market,
  kills: number,
  killed: Killed,
): Promise<void> {
  const restarts = new Map<Server, Promise<void>>();
  const startAgain = async (server: Server) => {
    for (;;) {
      try {
        return await server.start();
      } catch (error) {
        signal.throwIfAborted();
        killed.failedStarts.push(String(error));
        await delay(RETRY_MS);
      }
    }
  };
  const killOneOf = async (servers: readonly Server[]) => {
    const running = servers.filter((server) => !restarts.has(server));
    const victim = running[Math.floor(random() * running.length)];
    if (victim === undefined) return;
    await victim.kill('SIGKILL');
    killed.kills += 1;
    restarts.set(
      victim,
      startAgain(victim).finally(() => restarts.delete(victim)),
    );
  };
  for (let n = 0; killed.kills < kills; n += 1) {
    await delay(between(random, ...PAUSE_MS), undefined, { signal });
    const victim = VICTIMS[n % VICTIMS.length];
    if (victim === 'postgres') {
      killed.recoveries.push(await market.database.crash());
      killed.kills += 1;
    } else if (victim === 'connection') {
      await market.database.crashConnection().catch(() => undefined);
      killed.kills += 1;
    } else await killOneOf(victim === 'api' ? market.apis : market.workers);
    if (killed.kills % 50 === 0) say(`${killed.kills} kills`);
  }
  await Promise.all(restarts.values());
}

/** Waits for a server: one whose connection was killed needs a moment. */
export async function untilAnswers(url: string): Promise<void> {
  for (;;) {
    const answered = await query(url, 'select 1').catch(() => undefined);
    if (answered !== undefined) return;
    await delay(RETRY_MS);
  }
}
