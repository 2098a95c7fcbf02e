import { setTimeout as delay } from 'node:timers/promises';
import { type Gate, gate, noneOf } from '../harness/gates.ts';
import { jsonHeaders, sendRaw } from '../harness/raw.ts';
import type { Server } from '../harness/servers.ts';

const PAUSE_MS = 50;
const STALLED_MS = 500;

/** People who work on beside an attack, at the same server: each call comes by a connection of its own. */
export function keepCalling(server: Server, path: string, token: string) {
  const failed: string[] = [];
  const headers = { ...jsonHeaders(token), connection: 'close' };
  let most = 0;
  let calls = 0;
  let isOver = false;
  const run = async () => {
    while (!isOver) {
      const answer = await sendRaw(server.url, { method: 'GET', path, headers }).catch(String);
      calls += 1;
      if (typeof answer === 'string') failed.push(answer);
      else {
        most = Math.max(most, answer.ms);
        if (answer.status !== 200) failed.push(`${answer.status} ${answer.text}`);
      }
      await delay(PAUSE_MS);
    }
  };
  const running = run();
  return async (what: string, isTimed: boolean): Promise<Gate[]> => {
    isOver = true;
    await running;
    return [
      noneOf(`${what}: calls of others that failed`, failed, calls),
      ...(isTimed
        ? [gate(`${what}: a call of others, the longest`, { most: STALLED_MS }, most, { of: calls, unit: 'ms' })]
        : []),
    ];
  };
}
