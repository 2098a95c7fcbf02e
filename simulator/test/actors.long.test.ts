import { createPayout } from '@kantor/contract/wire/payouts.ts';
import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { openAppeal } from '@kantor/server/src/modules/appeals/index.ts';
import { settleDuePayouts } from '@kantor/server/src/modules/payouts/index.ts';
import { usdt } from '@kantor/server/test/support/money.ts';
import { PASSWORD } from '@kantor/server/test/support/people.ts';
import { createMerchantClient } from '../src/http.ts';
import { createPayouts } from '../src/payouts.ts';
import { runTrader, type TraderOptions } from '../src/trader-actor.ts';
import { SOON, test as base } from './fixture.ts';

const HOUR = 3_600_000;
const WALLET = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';

const test = base
  .extend('options', () => ({ now: new Date() }))
  .extend('trader', { auto: true }, async ({ kantor }) => {
    const trader = await kantor.createTrader({ balance: '10000' });
    await sql`update account set payout_enable = true, wallet = ${WALLET} where id = ${trader.id}`.execute(kantor.db);
    await kantor.createRequisite(trader.id);
    return trader;
  })
  .extend('merchant', async ({ kantor }) => {
    const merchant = await kantor.createMerchant();
    await sql`update account set payout_enable = true where id = ${merchant.id}`.execute(kantor.db);
    return {
      ...merchant,
      /** Asks for an order, and appeals against it. */
      async appeal(amount: number) {
        const { id: orderId } = await merchant.order(amount);
        await openAppeal(kantor, { merchantId: merchant.id, orderId, amount: BigInt(amount) * 100n });
      },
      payout: (amount = 5000) =>
        merchant.call(createPayout, { body: { amount, is_sbp: true, fio: 'Ли Ян', phone: '+79035550917' } }),
    };
  })
  /** The USDT that the trader was sent. */
  .extend('sent', (): [address: string, amount: bigint][] => [])
  /** Starts a trader who does at once whatever they may. @returns how often they drew a number. */
  .extend('startTrader', ({ day, url, trader, sent }) => (behaviour: TraderOptions['behaviour']) => {
    const { log, signal } = day;
    const credentials = { username: trader.username, password: PASSWORD };
    let draws = 0;
    const random = () => {
      draws += 1;
      return 0;
    };
    const sendUsdt = (address: string, amount: bigint) => void sent.push([address, amount]);
    const ended = runTrader({ url, credentials, behaviour, sendUsdt, log, signal, turnEvery: 20, random });
    day.atEnd(() => ended);
    return () => draws;
  })
  /** Resolves once so many appeals have been judged. */
  .extend(
    'untilJudged',
    ({ database }) =>
      (appeals: number) =>
        database.until("appeal where status = 'PROCESSED'", appeals),
  );

test('sends USDT to their address when little is left, once, and not while there is enough', async ({
  kantor,
  trader,
  merchant,
  sent,
  startTrader,
  untilJudged,
}) => {
  const rich = startTrader({ appealAge: 0 });
  await merchant.appeal(1000);
  await untilJudged(1);
  expect(rich()).toBeGreaterThan(0);
  expect(sent).toEqual([]);
  await sql`update requisite set max_amount = 0`.execute(kantor.db);
  await merchant.order(750_000);
  await vi.waitUntil(() => sent.length > 0, SOON);
  const { available } = await kantor.balances(trader.id);
  await merchant.appeal(1001);
  await untilJudged(2);
  expect(sent).toEqual([[WALLET, ((usdt('5000') - available) / usdt('100')) * usdt('100')]]);
});

test('judges appeals that have waited, and leaves others alone', async ({
  kantor,
  day,
  merchant,
  database,
  startTrader,
  untilJudged,
}) => {
  await merchant.appeal(1000);
  await sql`update appeal set created_at = created_at - interval '2 hours'`.execute(kantor.db);
  await merchant.appeal(1001);
  startTrader({ appealAge: HOUR });
  await untilJudged(1);
  await merchant.appeal(1002);
  await sql`update appeal set created_at = created_at - interval '2 hours' where amount = 100200`.execute(kantor.db);
  await untilJudged(2);
  expect(await database.count("appeal where amount = 100100 and status = 'OPEN'")).toBe(1);
  expect(day.lines).toEqual([]);
});

test('takes payouts that have waited, pays them with a proof, and moves their earnings', async ({
  kantor,
  day,
  trader,
  merchant,
  database,
  startTrader,
}) => {
  await kantor.fund(merchant.id, '100000');
  for (let n = 0; n < 5; n += 1) await merchant.payout();
  startTrader({ appealAge: 0, payoutAge: 0 });
  await database.until("payout where status = 'DONE' and photo_id is not null", 5);
  const settle = () => settleDuePayouts({ db: kantor.db, clock: () => new Date(Date.now() + HOUR) });
  await settle();
  // Little is left where it is.
  const { earned } = await kantor.balances(trader.id);
  expect(earned).toBeGreaterThan(0n);
  await merchant.payout(600_000);
  await vi.waitUntil(async () => {
    await settle();
    return (await kantor.balances(trader.id)).earned < earned;
  }, SOON);
  expect(day.lines).toEqual([]);
});

test('leaves payouts alone without an age at which to take them', async ({
  kantor,
  merchant,
  database,
  startTrader,
  untilJudged,
}) => {
  await kantor.fund(merchant.id, '100000');
  await merchant.payout();
  startTrader({ appealAge: 0 });
  // By the second turn the first is over.
  for (const judged of [1, 2]) {
    await merchant.appeal(1000 + judged);
    await untilJudged(judged);
  }
  expect(await database.count("payout where status = 'OPEN'")).toBe(1);
});

test('stays signed in when the token has run out, and when the session has ended', async ({
  kantor,
  day,
  trader,
  merchant,
  database,
  startTrader,
  untilJudged,
}) => {
  // The server's clock runs ahead.
  startTrader({ appealAge: -Infinity });
  await merchant.appeal(1000);
  await untilJudged(1);
  const sessions = () => database.count(`session where account_id = '${trader.id}'`);
  const first = await sessions();
  kantor.pass(HOUR);
  await merchant.appeal(1001);
  await untilJudged(2);
  expect(await sessions()).toBe(first);
  await sql`update session set revoked_at = ${kantor.clock()}`.execute(kantor.db);
  kantor.pass(HOUR);
  await merchant.appeal(1002);
  await untilJudged(3);
  expect(await sessions()).toBe(first + 1);
  expect(day.lines).toEqual([]);
});

test('the shop pays people out of what it earned; without money it says so', async ({
  kantor,
  day,
  url,
  merchant,
  database,
}) => {
  const { log, signal } = day;
  const client = createMerchantClient({ url, log, signal }, merchant.key);
  const ended = createPayouts({ client, payoutsPerMinute: 3000, log, signal });
  day.atEnd(() => ended);
  await vi.waitUntil(() => day.lines.length > 0, SOON);
  expect(day.lines[0]).toMatch(/^a payout: .* is refused: 409 insufficient_funds/);
  await kantor.fund(merchant.id, '1000000');
  await database.until("payout where status = 'OPEN'", 10);
  expect(await database.count('payout where amount not between 300000 and 4500000')).toBe(0);
});
