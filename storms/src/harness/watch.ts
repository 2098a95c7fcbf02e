import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@kantor/server/src/db/pool.ts';
import { verify } from '@kantor/server/src/modules/verification/index.ts';
import { type Gate, noneOf } from './gates.ts';

/** Checks every invariant again and again, also while it storms. */
export function keepVerifying(db: Database, pauseMs = 500) {
  const faults: string[] = [];
  let checks = 0;
  let isOver = false;
  const check = async () => {
    // A database that is down has no invariants: the next look counts.
    const found = await verify(db).catch(() => undefined);
    if (found === undefined) return;
    checks += 1;
    faults.push(...found.map((finding) => JSON.stringify(finding)));
  };
  const run = async () => {
    while (!isOver) {
      await check();
      await delay(pauseMs);
    }
  };
  const running = run();
  return {
    /** Checks once more, when all is quiet. */
    finish: async (): Promise<Gate> => {
      isOver = true;
      await running;
      const before = checks;
      while (checks === before) await check();
      return noneOf('`verify`, while it storms and after', faults, checks);
    },
  };
}
