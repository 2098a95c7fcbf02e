import { createPayout } from '@kantor/contract/wire/payouts.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openAppeal } from '@kantor/server/src/modules/appeals/index.ts';
import { type Kantor, startKantor } from '@kantor/server/test/support/kantor.ts';
import { usdt } from '@kantor/server/test/support/money.ts';
import { type Merchant, PASSWORD, type Trader } from '@kantor/server/test/support/people.ts';
import { createMerchantClient } from '../src/http.ts';
import { createPayouts } from '../src/payouts.ts';
import { runTrader, type TraderOptions } from '../src/trader-actor.ts';

const SOON = { timeout: 20_000, interval: 10 };
const HOUR = 3_600_000;
const WALLET = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';

let kantor: Kantor;
let url: URL;
let merchant: Merchant;
let trader: Trader;
let day: AbortController;
let lines: string[];
let sent: [address: string, amount: bigint][];
const stopping: Promise<unknown>[] = [];

beforeEach(async () => {
  kantor = await startKantor({ now: new Date() });
  url = new URL(await kantor.app.listen({ port: 0, host: '127.0.0.1' }));
  merchant = await kantor.createMerchant();
  trader = await kantor.createTrader({ balance: '10000' });
  await sql`update users set payout_enable = true`.execute(kantor.db);
  await sql`update users set wallet = ${WALLET} where id = ${trader.id}`.execute(kantor.db);
  await kantor.createRequisite(trader.id);
  day = new AbortController();
  [lines, sent] = [[], []];
});
afterEach(async () => {
  day.abort();
  await Promise.all(stopping.splice(0));
  kantor.app.server.closeAllConnections();
  await kantor.close();
});

const log = (line: string) => void lines.push(line);

/** A trader who does at once whatever they may. @returns how often they drew a number. */
function startTrader(behaviour: TraderOptions['behaviour'], options: Partial<TraderOptions> = {}) {
  const { signal } = day;
  const credentials = { username: trader.username, password: PASSWORD };
  let draws = 0;
  const random = () => {
    draws += 1;
    return 0;
  };
  const sendUsdt = (address: string, amount: bigint) => void sent.push([address, amount]);
  const given = { url, credentials, behaviour, sendUsdt, log, signal, turnEvery: 20, random, ...options };
  stopping.push(runTrader(given));
  return () => draws;
}

const count = async (from: string): Promise<number> =>
  Number((await sql.raw<{ n: bigint }>(`select count(*) as n from ${from}`).execute(kantor.db)).rows[0]?.n);
const order = async (amount: number): Promise<string> => (await merchant.order(amount)).id;
const appeal = async (amount: number) =>
  openAppeal(kantor, { merchantId: merchant.id, orderId: await order(amount), amount: BigInt(amount) * 100n });
const payout = (amount = 5000) =>
  merchant.call(createPayout, { body: { amount, is_sbp: true, fio: 'Ли Ян', phone: '+79035550917' } });

it('sends USDT to their address when little is left, once, and not while there is enough', async () => {
  const rich = startTrader({ appealAge: 0 });
  await appeal(1000);
  await vi.waitUntil(async () => (await count("appeal where status = 'PROCESSED'")) === 1, SOON);
  expect(rich()).toBeGreaterThan(0);
  expect(sent).toEqual([]);
  await sql`update requisite set max_amount = 0`.execute(kantor.db);
  await order(750_000);
  await vi.waitUntil(() => sent.length > 0, SOON);
  const { available } = await kantor.balances(trader.id);
  await appeal(1001);
  await vi.waitUntil(async () => (await count("appeal where status = 'PROCESSED'")) === 2, SOON);
  expect(sent).toEqual([[WALLET, ((usdt('5000') - available) / usdt('100')) * usdt('100')]]);
});

it('judges appeals that have waited, and leaves others alone', async () => {
  await appeal(1000);
  await sql`update appeal set created_at = created_at - interval '2 hours'`.execute(kantor.db);
  await appeal(1001);
  startTrader({ appealAge: HOUR });
  await vi.waitUntil(async () => (await count("appeal where status = 'PROCESSED'")) === 1, SOON);
  await appeal(1002);
  await sql`update appeal set created_at = created_at - interval '2 hours' where amount = 100200`.execute(kantor.db);
  await vi.waitUntil(async () => (await count("appeal where status = 'PROCESSED'")) === 2, SOON);
  expect(await count("appeal where amount = 100100 and status = 'OPEN'")).toBe(1);
  expect(lines).toEqual([]);
});

it('takes payouts that have waited, pays them with a proof, and moves their earnings', async () => {
  await kantor.fund(merchant.id, '100000');
  for (let n = 0; n < 5; n += 1) await payout();
  startTrader({ appealAge: 0, payoutAge: 0 });
  await vi.waitUntil(async () => (await count("payout where status = 'DONE' and photo_id is not null")) === 5, SOON);
  // Little is left where it is.
  const { earned } = await kantor.balances(trader.id);
  expect(earned).toBeGreaterThan(0n);
  await payout(600_000);
  await vi.waitUntil(async () => (await kantor.balances(trader.id)).earned < earned, SOON);
  expect(lines).toEqual([]);
});

it('leaves payouts alone without an age at which to take them', async () => {
  await kantor.fund(merchant.id, '100000');
  await payout();
  startTrader({ appealAge: 0 });
  // By the second turn the first is over.
  for (const judged of [1, 2]) {
    await appeal(1000 + judged);
    await vi.waitUntil(async () => (await count("appeal where status = 'PROCESSED'")) === judged, SOON);
  }
  expect(await count("payout where status = 'OPEN'")).toBe(1);
});

it('stays signed in when the token has run out, and when the session has ended', async () => {
  // The server's clock runs ahead.
  startTrader({ appealAge: -Infinity });
  await appeal(1000);
  await vi.waitUntil(async () => (await count("appeal where status = 'PROCESSED'")) === 1, SOON);
  const sessions = () => count(`session where user_id = '${trader.id}'`);
  const first = await sessions();
  kantor.pass(HOUR);
  await appeal(1001);
  await vi.waitUntil(async () => (await count("appeal where status = 'PROCESSED'")) === 2, SOON);
  expect(await sessions()).toBe(first);
  await sql`update session set revoked_at = ${kantor.clock()}`.execute(kantor.db);
  kantor.pass(HOUR);
  await appeal(1002);
  await vi.waitUntil(async () => (await count("appeal where status = 'PROCESSED'")) === 3, SOON);
  expect(await sessions()).toBe(first + 1);
  expect(lines).toEqual([]);
});

it('the shop pays people out of what it earned; without money it says so', async () => {
  const { signal } = day;
  const client = createMerchantClient({ url, log, signal }, merchant.key);
  stopping.push(createPayouts({ client, payoutsPerMinute: 3000, log, signal }));
  await vi.waitUntil(() => lines.length > 0, SOON);
  expect(lines[0]).toMatch(/^a payout: .* is refused: 409 insufficient_funds/);
  await kantor.fund(merchant.id, '1000000');
  await vi.waitUntil(async () => (await count("payout where status = 'OPEN'")) >= 10, SOON);
  expect(await count('payout where amount not between 300000 and 4500000')).toBe(0);
});
