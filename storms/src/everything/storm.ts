import { pickWeighted } from '@kantor/demo/random.ts';
import { CommandError } from '@kantor/server/src/app/commands/context.ts';
import { outcomeOf, times } from '../harness/calls.ts';
import { noDeadlocks } from '../harness/deadlocks.ts';
import { gate, noneOf } from '../harness/gates.ts';
import { NO_QUOTAS, openMarket } from '../harness/market.ts';
import { storm } from '../harness/storm.ts';
import { keepVerifying } from '../harness/watch.ts';
import { DESK_DEEDS } from './desk-deeds.ts';
import { OPERATOR_DEEDS } from './operator-deeds.ts';
import { ORDER_DEEDS } from './order-deeds.ts';
import { OTHER_DEEDS } from './other-deeds.ts';
import { PAYOUT_DEEDS } from './payout-deeds.ts';
import { createWorld, type Deed, NothingYet } from './world.ts';

const DEEDS = Object.entries({ ...ORDER_DEEDS, ...PAYOUT_DEEDS, ...DESK_DEEDS, ...OPERATOR_DEEDS, ...OTHER_DEEDS });
const CHOICES = DEEDS.map(([name, [weight, deed]]) => [{ name, deed }, weight] as const);

/** Whether the product said no, or nothing could be done. */
const isRefused = (error: unknown) => error instanceof CommandError || error instanceof NothingYet;

/** Everybody does whatever they may, at random, on a marketplace so small that all are in each other's way. */
export const everything = storm({
  name: 'everything',
  summary: 'everybody does whatever they may at the same time, on the smallest marketplace: nobody waits in a circle',
  minutes: 3,
  sizes: {
    deeds: { what: 'deeds', full: 20_000, short: 500 },
    people: { what: 'of them at once', full: 24, short: 16 },
  },
  run: async (ground, { deeds, people }) => {
    const { random, say, signal } = ground;
    const market = await openMarket(ground, { roles: ['api', 'api', 'worker', 'worker'], environment: NO_QUOTAS });
    const world = await createWorld(ground, market);
    const verifying = keepVerifying(market.db);
    const done = new Set<string>();
    const faults: string[] = [];
    const act = async (name: string, deed: Deed) => {
      const outcome = await outcomeOf(Promise.resolve(world).then(deed));
      if (outcome.kind === 'answer') done.add(name);
      if (outcome.kind === 'doubt' && !isRefused(outcome.error)) faults.push(`${name}: ${String(outcome.error)}`);
    };
    await times(deeds, people, async (index) => {
      signal.throwIfAborted();
      if (index % 5000 === 0) say(`${index} deeds`);
      const { name, deed } = pickWeighted(random, CHOICES);
      await act(name, deed);
    });
    const never = DEEDS.map(([name]) => name).filter((name) => !done.has(name));
    return [
      await noDeadlocks(market.db, deeds),
      noneOf('answers 5xx, or none', faults, deeds),
      // In the short form many have no time to happen.
      gate(
        'kinds of deeds that were done',
        { least: Math.ceil(DEEDS.length * (ground.isShort ? 0.5 : 1)) },
        done.size,
        {
          of: DEEDS.length,
          cases: never,
        },
      ),
      await verifying.finish(),
    ];
  },
});
