import { sql } from 'kysely';
import { expect } from 'vitest';
import { SourceError } from '../../src/modules/chain/source.ts';
import { verify } from '../../src/modules/verification/index.ts';
import type { Kantor } from '../support/kantor.ts';
import { usdt } from '../support/money.ts';
import { chainTest } from './fixture.ts';
import type { Chain } from './simulated-chain.ts';

/** An answer of a node, as a test changes it. */
export type Json = ReturnType<typeof JSON.parse>;

/** Changes an answer about a block, or returns another; `blockOf`: what the node would say of a block if it did not lie. */
export type Lie = (answer: Json, num: number, blockOf: (num: number) => unknown) => unknown;

/** The honest answer about a block. */
export const blockOf = (chain: Chain, num: number): unknown => chain.node.answer('/wallet/getblockbynum', num).body;

/** The operator's sentence about a failed turn. */
export const failureOf = (turn: Promise<unknown>): Promise<string> =>
  turn.then(
    (outcome) => `no failure: ${JSON.stringify(outcome)}`,
    (error: unknown) => (error instanceof SourceError ? error.message : `another error: ${String(error)}`),
  );

/** The info of the deposit that a test is about: of the last transaction of its block. */
export const last = (infos: Json) => infos.at(-1);

const API_KEY = 'a-key-of-ours';
const WORKER = '0b8f1f0e-6a3c-4d8e-9a52-0c1f4b8d7e14';

type Scan = ReturnType<Chain['scan']>;

interface Scene {
  chain: Chain;
  scan: Scan;
  balance: () => Promise<bigint>;
  state: () => Promise<string | undefined>;
  tellTheTruth: () => void;
  planDeposit: () => void;
}

/** The trader's deposit of 100 is in the next block, which the node lies about; then it tells the truth. */
const nothingLost =
  ({ chain, scan, balance, state, tellTheTruth, planDeposit }: Scene) =>
  async (sentence: RegExp, by = scan): Promise<void> => {
    const before = await state();
    planDeposit();
    chain.grow();
    for (let turn = 0; turn < 2; turn += 1) expect(await failureOf(by())).toMatch(sentence);
    expect(await state()).toBe(before);
    tellTheTruth();
    chain.grow(19);
    await chain.readAll(scan);
    expect(await balance()).toBe(usdt('100'));
  };

/** Reads the whole chain; the audit finds nothing wrong afterwards. @returns the warnings. */
async function readSoundly(kantor: Kantor, chain: Chain, scan: Scan): Promise<string[]> {
  const warnings = await chain.readAll(scan);
  expect(await verify(kantor.db)).toEqual([]);
  return warnings;
}

/** Each test has a trader of its own, and a node that tells the truth until the test makes it lie. */
export const test = chainTest
  .extend('source', { scope: 'file' }, ({ chain }) => chain.source({ apiKey: API_KEY }))
  .extend('scan', { scope: 'file' }, ({ chain, source }) => chain.scan({ source, worker: WORKER }))
  .extend('trader', async ({ chain, scan }) => {
    const trader = await chain.createTrader();
    await chain.readAll(scan);
    return trader;
  })
  .extend(
    'balance',
    ({ kantor, trader }) =>
      async () =>
        (await kantor.balances(trader.id)).available,
  )
  /** Everything that the reading of the chain has left. */
  .extend('state', ({ kantor }) => async () => {
    const { rows } = await sql<{ state: string }>`
      select jsonb_build_array((select to_jsonb(c) - 'lease_until' from chain_cursor c),
        (select jsonb_agg(b order by number) from chain_block b), (select jsonb_agg(p order by id) from chain_pending p),
        (select count(*) from chain_deposit), (select count(*) from ledger_journal))::text as state`.execute(kantor.db);
    return rows[0]?.state;
  })
  .extend('tellTheTruth', { auto: true }, ({ chain }, { onCleanup }) => {
    const tellTheTruth = () => {
      chain.node.intercept(undefined);
      chain.disturb();
    };
    onCleanup(tellTheTruth);
    return tellTheTruth;
  })
  /** Plans the trader's deposit of 100 for the next block. */
  .extend(
    'planDeposit',
    ({ chain, trader }) =>
      () =>
        chain.plan({ to: trader.wallet, amount: usdt('100') }),
  )
  /** Changes the answer to one call, from the next block on. */
  .extend('lie', ({ chain }) => (path: 'block' | 'infos', change: Lie) => {
    const since = chain.node.head();
    const call = path === 'block' ? '/wallet/getblockbynum' : '/wallet/gettransactioninfobyblocknum';
    chain.node.intercept((question, honest) => {
      const answered = honest();
      if (question.path !== call || question.num <= since) return answered;
      const answer = structuredClone(answered.body);
      const changed = change(answer, question.num, (num) => blockOf(chain, num));
      return { ...answered, body: changed === undefined ? answer : changed };
    });
  })
  /** Starts the same worker in a hurry: it waits for no block for longer than a moment. */
  .extend('startHurried', ({ chain, source }) => async (): Promise<Scan> => {
    const hasty = chain.source({ timeoutMs: 300, apiKey: API_KEY });
    const scan = chain.scan({ source: { ...source, block: (number) => hasty.block(number) }, worker: WORKER });
    // The node's network is asked for only once.
    await scan().catch(() => undefined);
    return scan;
  })
  .extend('expectNothingLost', ({ chain, scan, balance, state, tellTheTruth, planDeposit }) =>
    nothingLost({ chain, scan, balance, state, tellTheTruth, planDeposit }),
  )
  /** Reads the deposit of 100 as if the chain itself had it otherwise. @returns the warnings. */
  .extend(
    'readAs',
    ({ kantor, chain, scan, planDeposit }) =>
      async (change: (infos: Json, block: Json) => unknown): Promise<string[]> => {
        const since = chain.node.head();
        chain.node.intercept((question, honest) => {
          const answered = structuredClone(honest());
          if (question.num !== since + 1) return answered;
          if (question.path === '/wallet/getblockbynum') change([], answered.body);
          else change(answered.body, {});
          return answered;
        });
        planDeposit();
        chain.grow(20);
        return readSoundly(kantor, chain, scan);
      },
  );
