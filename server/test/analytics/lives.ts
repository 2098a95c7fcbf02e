import { Refused } from '@kantor/contract/client.ts';
import fc from 'fast-check';
import { MINUTE } from '../../src/kernel/clock.ts';
import { ApiError } from '../../src/kernel/errors.ts';
import { foldRollups } from '../../src/modules/analytics/index.ts';
import type { Kantor } from '../support/kantor.ts';
import { untilShown } from '../support/outbox-reading.ts';
import type { Market } from './fixture.ts';

/** What a step is refused with is nothing of its test. */
async function unlessRefused(step: () => Promise<unknown>): Promise<void> {
  try {
    await step();
  } catch (error) {
    if (!(error instanceof Refused || error instanceof ApiError)) throw error;
  }
}

/** What happens to orders, one after the other. */
export const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ what: fc.constant('issue' as const), roubles: fc.integer({ min: 500, max: 12_000 }) }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        what: fc.constantFrom('confirm', 'confirmLate', 'cancel', 'contest', 'pay', 'reverse' as const),
        which: fc.nat(5),
        roubles: fc.integer({ min: 1, max: 3000 }),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ what: fc.constant('pass' as const), minutes: fc.integer({ min: 0, max: 400 }) }),
    },
    { weight: 2, arbitrary: fc.record({ what: fc.constant('fold' as const), events: fc.integer({ min: 1, max: 7 }) }) },
  ),
  { minLength: 15, maxLength: 30 },
);

/** Closed in time, late and for another sum, and taken back: in part, whole, and of a day before. */
export const EVERY_KIND_OF_LIFE = [
  { what: 'issue', roubles: 1000 },
  { what: 'confirm', which: 0, roubles: 1 },
  { what: 'issue', roubles: 2000 },
  { what: 'issue', roubles: 3000 },
  { what: 'pass', minutes: 16 },
  { what: 'confirmLate', which: 0, roubles: 1 },
  { what: 'pay', which: 1, roubles: 777 },
  { what: 'reverse', which: 2, roubles: 50 },
  { what: 'fold', events: 3 },
  { what: 'pass', minutes: 800 },
  { what: 'reverse', which: 1, roubles: 777 },
] as const;

type Step = typeof steps extends fc.Arbitrary<(infer One)[]> ? One : never;

/** Lets orders live as the steps say; each call has orders of its own. */
export function createLives(kantor: Kantor, market: Market) {
  let n = 0;
  return async (lives: readonly Step[]): Promise<void> => {
    const orders: NonNullable<Awaited<ReturnType<Market['issue']>>>[] = [];
    for (const step of lives) {
      // A sum that is there twice at once waits for its requisite; kopecks differ.
      n += 1;
      await unlessRefused(async () => {
        if (step.what === 'issue') {
          const order = await market.issue(step.roubles + n);
          if (order !== undefined) orders.unshift(order);
        } else if (step.what === 'pass') {
          kantor.pass(step.minutes * MINUTE);
          await market.expire();
        } else if (step.what === 'fold') {
          await untilShown(kantor.db);
          await foldRollups(kantor, { batchSize: step.events });
        } else {
          const order = orders[step.which];
          if (step.what === 'contest' || step.what === 'pay' || step.what === 'reverse')
            await order?.[step.what](String(step.roubles));
          else await order?.[step.what]();
        }
      });
    }
  };
}
