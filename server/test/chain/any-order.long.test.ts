import fc from 'fast-check';
import { expect } from 'vitest';
import { tronAddress } from '../../src/modules/chain/tron.ts';
import { SourceError } from '../../src/modules/chain/source.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { chainTest as test } from './fixture.ts';
import type { Chain } from './simulated-chain.ts';

/** All readers here share this name, so that none waits for the lease of another. */
const WORKER = '0b8f1f0e-6a3c-4d8e-9a52-0c1f4b8d7e12';

/** An event of a chain or of its readers. */
type Act =
  | { what: 'grow'; blocks: number; deposits: { later: number; amount: bigint }[] }
  | { what: 'reorganise'; depth: number; deposit: bigint }
  | { what: 'read'; maxBlocks: number; times: number }
  | { what: 'restart' }
  /** A node behind the same address that does not know the newest blocks yet, or only their transactions. */
  | { what: 'lag'; blocks: number }
  | { what: 'half-lag'; blocks: number };

const amount = fc.bigInt({ min: 1n, max: 10n ** 12n });
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('grow'),
      blocks: fc.integer({ min: 1, max: 30 }),
      deposits: fc.array(fc.record({ later: fc.integer({ min: 1, max: 30 }), amount }), { maxLength: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant('reorganise'), depth: fc.integer({ min: 1, max: 18 }), deposit: amount }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      what: fc.constant('read'),
      maxBlocks: fc.integer({ min: 1, max: 9 }),
      times: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('restart') }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('lag'), blocks: fc.integer({ min: 1, max: 25 }) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('half-lag'), blocks: fc.integer({ min: 1, max: 4 }) }) },
) as fc.Arbitrary<Act>;

/** The amounts that the present chain brought to an address, in the blocks after one up to another. */
function brought(chain: Chain, to: string, after: number, until: number): bigint[] {
  const numbers = Array.from({ length: Math.max(0, until - after) }, (_, n) => after + 1 + n);
  return numbers.flatMap((number) =>
    chain.node
      .blockAt(number)
      .transactions.filter((transaction) => transaction.kind === 'usdt' && tronAddress(transaction.to) === to)
      .map((transaction) => transaction.amount),
  );
}
const sum = (amounts: readonly bigint[]) => amounts.reduce((total, each) => total + each, 0n);

test('Whatever the order of reading, reorganisations, lags and restarts: what is credited is what the chain has below the final depth', async ({
  kantor,
  chain,
}) => {
  await chain.readAll(chain.scan({ worker: WORKER }));
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 25 }), async (acts) => {
      chain.node.intercept(undefined);
      const trader = await chain.createTrader();
      const start = chain.node.head();
      let scan = chain.scan({ worker: WORKER });
      const read = async (times: number) => {
        for (let n = 0; n < times; n += 1) {
          await scan().catch((error: unknown) => {
            if (!(error instanceof SourceError)) throw error;
          });
        }
      };
      const check = async () => {
        const cursor = await chain.cursor();
        const { available } = await kantor.balances(trader.id);
        expect(available).toBe(sum(brought(chain, trader.wallet, start, cursor)));
      };
      const play: { [What in Act['what']]: (act: Extract<Act, { what: What }>) => Promise<void> | void } = {
        grow: ({ blocks, deposits }) => {
          for (const { later, amount: paid } of deposits) {
            chain.plan({ to: trader.wallet, amount: paid }, chain.node.head() + later);
          }
          chain.grow(blocks);
        },
        reorganise: ({ depth, deposit }) => {
          // Blocks of before this trader are not theirs.
          if (chain.node.head() - depth < start) return;
          chain.reorganise(depth);
          chain.plan({ to: trader.wallet, amount: deposit }, chain.node.head() - depth + 1);
        },
        read: async ({ maxBlocks, times }) => {
          scan = chain.scan({ worker: WORKER, maxBlocks });
          await read(times);
        },
        restart: () => {
          scan = chain.scan({ worker: WORKER });
        },
        lag: async ({ blocks }) => {
          const known = chain.node.head() - blocks;
          chain.node.intercept(({ num, path }, honest) =>
            num > known ? { status: 200, body: path.includes('info') ? [] : {} } : honest(),
          );
          await read(2);
          chain.node.intercept(undefined);
        },
        'half-lag': async ({ blocks }) => {
          const known = chain.node.head() - blocks;
          chain.node.intercept(({ num, path }, honest) =>
            num > known && path.includes('info') ? { status: 200, body: [] } : honest(),
          );
          await read(2);
          chain.node.intercept(undefined);
        },
      };
      for (const next of acts) {
        await (play[next.what] as (act: Act) => Promise<void> | void)(next);
        await check();
      }
      // One more block, so that the last branch is longer than any that was read.
      chain.grow();
      await chain.readAll(chain.scan({ worker: WORKER }));
      await check();
      const head = chain.node.head();
      expect(await chain.cursor()).toBe(head - 19);
      const { credited, pending } = await chain.seen(trader);
      expect(credited).toHaveLength(brought(chain, trader.wallet, start, head - 19).length);
      expect(pending).toHaveLength(brought(chain, trader.wallet, Math.max(start, head - 19), head).length);

      chain.grow(20);
      await chain.readAll(chain.scan({ worker: WORKER }));
      await check();
    }),
    { numRuns: 40 },
  );
  expect(await verify(kantor.db)).toEqual([]);
}, 600_000);
