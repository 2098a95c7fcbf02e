import { sql } from 'kysely';
import { transaction } from '../../src/db/tx.ts';
import { DAY, MINUTE, SECOND } from '../../src/kernel/clock.ts';
import { MANUAL, setRate, staleAt } from '../../src/modules/rates/index.ts';
import { decideProposal, refreshRate } from '../../src/modules/rates/service.ts';
import { httpSource } from '../../src/modules/rates/source.ts';
import { findCurrentRate, readProposals } from '../../src/modules/rates/store.ts';
import { kantorTest } from '../support/fixtures.ts';
import type { Kantor } from '../support/kantor.ts';
import { startRateServer } from '../support/rate-server.ts';

export const RULES = { jumpBp: 500n, sourceMaxAgeMs: 15 * MINUTE, manualMaxAgeMs: DAY };
export const EVERY = 30 * SECOND;

/** The rates of a marketplace, and a source of them. */
async function startRates(kantor: Kantor) {
  const server = await startRateServer();
  const byHand = (value: bigint) => {
    const at = kantor.clock();
    return transaction(kantor.db, (tx) =>
      setRate(tx, { value, source: MANUAL, staleAt: staleAt(RULES, MANUAL, at), at }),
    );
  };

  /** A worker asks the source, the usual time after the last one did. */
  const quote = (rate: string) => {
    server.says(rate);
    kantor.pass(EVERY);
    return ask();
  };
  const ask = () =>
    refreshRate({ ...kantor, source: httpSource({ url: server.url, path: 'price' }), rules: RULES, every: EVERY });

  const decide = (id: bigint, accept: boolean) =>
    transaction(kantor.db, (tx) => decideProposal(tx, { id, accept, at: kantor.clock() }, RULES));

  const rateNow = async () => (await findCurrentRate(kantor.db))?.value;
  const rows = async () => (await sql`select from rate`.execute(kantor.db)).rows.length;
  const proposals = async () => (await readProposals(kantor.db, 10)).map(({ status, value }) => [status, value]);
  const waiting = async () => {
    const [proposal] = await readProposals(kantor.db, 1);
    if (proposal?.status !== 'WAITING') throw new Error('Nothing waits');
    return proposal;
  };
  const events = async () =>
    (await sql<{ owners: string[] }>`select owners from outbox where kind = 'rate.changed'`.execute(kantor.db)).rows;
  const read = (path = 'price', timeoutMs?: number) =>
    httpSource({ url: `${server.url}?key=hunter2`, path, ...(timeoutMs && { timeoutMs }) }).read();
  return { server, byHand, quote, ask, decide, rateNow, rows, proposals, waiting, events, read };
}

/** The test of rates: a source that says what the test wants. At each test's beginning the operator has set 100 RUB, and nothing was before. */
export const test = kantorTest
  .extend('rates', { scope: 'file' }, async ({ kantor }, { onCleanup }) => {
    const rates = await startRates(kantor);
    onCleanup(() => rates.server.close());
    return rates;
  })
  .extend('beginning', { auto: true }, async ({ kantor, rates: { byHand } }) => {
    await sql`delete from rate_proposal`.execute(kantor.ownerDb);
    await sql`delete from rate`.execute(kantor.ownerDb);
    await byHand(100_0000n);
  });
