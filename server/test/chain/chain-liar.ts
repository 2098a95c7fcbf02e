import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { SourceError } from '../../src/modules/chain/source.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { type Chain, startChain } from './chain-world.ts';
import { type Kantor, startKantor, usdt } from '../support/harness.ts';

/** An answer of a node, as a test changes it. */
export type Json = ReturnType<typeof JSON.parse>;

/** What the operator would read of a turn that failed. */
export const failureOf = (turn: Promise<unknown>): Promise<string> =>
  turn.then(
    (outcome) => `no failure: ${JSON.stringify(outcome)}`,
    (error: unknown) => (error instanceof SourceError ? error.message : `another error: ${String(error)}`),
  );

/** The info of the deposit that a test is about: of the last transaction of its block. */
export const last = (infos: Json) => infos.at(-1);

const API_KEY = 'a-key-of-ours';
const WORKER = '0b8f1f0e-6a3c-4d8e-9a52-0c1f4b8d7e14';

/** Hooks of a file of tests about a node that does not tell the truth: each test has a trader of its own. */
export function useLiar() {
  let kantor: Kantor;
  let chain: Chain;
  let source: ReturnType<Chain['source']>;
  let scan: ReturnType<Chain['scan']>;
  let trader: Awaited<ReturnType<Chain['createTrader']>>;
  beforeAll(async () => {
    kantor = await startKantor();
    chain = await startChain(kantor);
    source = chain.source({ apiKey: API_KEY });
    scan = chain.scan({ source, worker: WORKER });
  });
  afterAll(async () => {
    chain.close();
    await kantor.close();
  });
  beforeEach(async () => {
    trader = await chain.createTrader();
    await chain.readAll(scan);
  });
  const tellTheTruth = () => {
    chain.node.intercept(undefined);
    chain.disturb();
  };
  afterEach(tellTheTruth);

  const balance = async () => (await kantor.balances(trader.id)).available;
  const state = async () => {
    const { rows } = await sql<{ state: string }>`
      select jsonb_build_array((select to_jsonb(c) - 'lease_until' from chain_cursor c),
        (select jsonb_agg(b order by number) from chain_block b), (select jsonb_agg(p order by id) from chain_pending p),
        (select count(*) from chain_deposit), (select count(*) from ledger_journal))::text as state`.execute(kantor.db);
    return rows[0]?.state;
  };
  const planDeposit = () => chain.plan({ to: trader.wallet, amount: usdt('100') });

  return {
    world: () => ({ kantor, chain, scan, trader }),
    balance,
    /** Everything that the reading of the chain has left. */
    state,

    /** Changes the answer to one call, from the next block on; it may return another. */
    lie: (path: 'block' | 'infos', change: (answer: Json, num: number) => unknown): void => {
      const since = chain.node.head();
      const call = path === 'block' ? '/wallet/getblockbynum' : '/wallet/gettransactioninfobyblocknum';
      chain.node.intercept((question, honest) => {
        const answered = honest();
        if (question.path !== call || question.num <= since) return answered;
        const answer = structuredClone(answered.body);
        const changed = change(answer, question.num);
        return { ...answered, body: changed === undefined ? answer : changed };
      });
    },

    /** The same worker in a hurry: it waits for no block for longer than a moment. */
    hurried: async (): Promise<typeof scan> => {
      const hasty = chain.source({ timeoutMs: 300, apiKey: API_KEY });
      const by = chain.scan({ source: { ...source, block: (number) => hasty.block(number) }, worker: WORKER });
      // Of which network the node is, is asked but once.
      await by().catch(() => undefined);
      return by;
    },

    /** The trader's deposit of 100 is in the next block, which the node lies about; then it tells the truth. */
    expectNothingLost: async (sentence: RegExp, by = scan): Promise<void> => {
      const before = await state();
      planDeposit();
      chain.grow();
      for (let turn = 0; turn < 2; turn += 1) expect(await failureOf(by())).toMatch(sentence);
      expect(await state()).toBe(before);
      tellTheTruth();
      chain.grow(19);
      await chain.readAll(scan);
      expect(await balance()).toBe(usdt('100'));
    },

    /** Reads the deposit of 100 as if the chain itself had it otherwise. @returns the warnings. */
    readAs: async (change: (infos: Json, block: Json) => unknown): Promise<string[]> => {
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
      const warnings = await chain.readAll(scan);
      expect(await verify(kantor.db)).toEqual([]);
      return warnings;
    },
  };
}
