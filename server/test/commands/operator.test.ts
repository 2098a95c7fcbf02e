import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MINUTE } from '../../src/kernel/clock.ts';
import { openAppeal } from '../../src/modules/appeals/index.ts';
import { expireDueOrders } from '../../src/modules/orders/index.ts';
import { rub, usdt } from '../support/harness.ts';
import { type OperatorMarket, outcomes, startOperatorMarket } from './operator-market.ts';

let market: OperatorMarket;
const run = (...args: string[]) => market.run(...args);
beforeAll(async () => {
  market = await startOperatorMarket();
});
afterAll(() => market.kantor.close());

describe('block', () => {
  test("lets a trader's active orders go on, and gives him no new ones", async () => {
    const { kantor, merchant } = market;
    const trader = await kantor.createTrader();
    const requisite = await kantor.createRequisite(trader.id, { bankId: 5 });
    const order = (amount: string) => kantor.order(merchant.key, amount, { body: { bank: 5 } });
    const [active, cancelled, appealed] = [await order('11'), await order('22'), await order('33')];
    expect(await run('block', trader.username)).toBe(`Blocked ${trader.username}, and ended the sessions.`);

    expect((await order('44')).body.code).toBe('no_requisite');
    const cancel = await kantor.send(`/merchant/v1/orders/${cancelled.body.id}/cancel`, {
      method: 'POST',
      token: merchant.key,
      headers: { 'idempotency-key': 'blocked' },
    });
    expect(cancel.body.status).toBe('DECLINED');
    const request = { merchantId: merchant.id, orderId: appealed.body.id, amount: rub('33') };
    await run('confirm-appeal', await openAppeal(kantor, request));
    kantor.pass(16 * MINUTE);
    await expireDueOrders(kantor);
    const read = await kantor.send(`/merchant/v1/orders/${active.body.id}`, { token: merchant.key });
    expect(read.body.status).toBe('EXPIRED');
    expect(await kantor.balances(trader.id)).toMatchObject({ available: usdt('999.67'), held: 0n });
    await run('unblock', trader.username);
    expect((await order('44')).status).toBe(201);
    await sql`update requisite set archived_at = now(), is_active = false where id = ${requisite}`.execute(kantor.db);
  });

  test("shuts out a merchant's server within five seconds, and unblock lets it in again", async () => {
    const { kantor } = market;
    const { key, username } = await kantor.createMerchant();
    const ask = async () => (await kantor.send('/merchant/v1/balance', { token: key })).status;
    expect(await ask()).toBe(200);
    await run('block', username);
    kantor.pass(5000);
    expect(await ask()).toBe(401);
    await run('unblock', username);
    kantor.pass(5000);
    expect(await ask()).toBe(200);
  });

  test('by several operators at once is one change', async () => {
    const { id, username } = await market.kantor.createMerchant();
    const { done } = await market.atOnce('users', id, Array<string[]>(6).fill(['block', username]));
    expect(done.filter((line) => line === `${username} is blocked already.`)).toHaveLength(5);
    expect(await market.audited(id)).toEqual([{ action: 'block' }]);
  });
});

describe('the rate', () => {
  test('is shown with its age and what waits; a jump by hand asks for --force', async () => {
    expect(await run('rates')).toMatch(
      /^1 USDT is 100\.0000 RUB, says test since .+\n.+ It is good until .+\nNo proposals\.$/,
    );
    await market.expectCommandError(
      ['set-rate', '105.0001'],
      '105.0001 is more than 5 % from 100.0000, the rate in force; if you mean it, add --force. Nothing was changed.',
    );
    expect(await run('set-rate', '105')).toMatch(
      /^1 USDT is 105\.0000 RUB from now on, until 2026-11-21 .+ unless it is set again\.$/,
    );
    market.kantor.cliSettings.rateSource = { url: 'http://rates.example', path: '' };
    expect(await run('set-rate', '90', '--force')).toBe(
      '1 USDT is 90.0000 RUB from now on, until its source says another.',
    );
    const id = await market.propose(120_0000n);
    const lines = (await run('rates')).split('\n');
    expect(lines[2]).toMatch(/^id +status +proposed +in force then +said last +source +since$/);
    expect(lines[3]).toMatch(new RegExp(`^${id} +WAITING +120\\.0000 +90\\.0000 +120\\.0000 +rates\\.example +2026`));
    expect(await run('decline-rate', id)).toBe('Declined 120.0000; 1 USDT stays 90.0000 RUB.');
    await market.expectCommandError(['accept-rate', id], `Proposal ${id} is DECLINED and waits no more.`);
    await market.expectCommandError(['accept-rate', '999'], 'There is no proposal 999: see "rates".');
  });

  test('accepted by several operators at once is accepted once', async () => {
    const id = await market.propose(60_0000n);
    const { done, refused } = outcomes(
      await Promise.allSettled([
        market.kantor.cli('accept-rate', id),
        market.kantor.cli('decline-rate', id),
        market.kantor.cli('accept-rate', id),
      ]),
    );
    expect([done.length, refused.length]).toEqual([1, 2]);
    for (const why of refused) expect(why).toMatch(/^Proposal \d+ is (ACCEPTED|DECLINED) and waits no more\.$/);
    expect(await market.audited(id)).toHaveLength(1);
  });

  test('that is stale is shown as that', async () => {
    market.kantor.pass(2 * 24 * 60 * MINUTE);
    expect(await run('rates')).toContain('It is STALE, and nothing is issued at it, since');
    await run('set-rate', '100', '--force');
  });
});

describe('balances', () => {
  test('of a user, in both units', async () => {
    const { kantor } = market;
    const trader = await kantor.createTrader({ balance: '12.5' });
    expect((await run('balances', trader.username.toUpperCase())).split('\n')).toEqual([
      `${trader.username}  available  12.500000 USDT (1250.00 RUB at 100.0000)`,
      `${trader.username}  held       0.000000 USDT (0.00 RUB at 100.0000)`,
      `${trader.username}  earned     0.000000 USDT (0.00 RUB at 100.0000)`,
    ]);
    await market.expectCommandError(['balances', 'nobody'], 'There is no user "nobody".');
  });

  test('of everyone together are what is on the chain', async () => {
    const lines = (await run('balances')).split('\n').map((line) => line.split(/ {2,}/));
    const amounts = Object.fromEntries(
      lines.map(([whose, kind, amount = '']) => [`${whose} ${kind}`, usdt(amount.split(' ')[0] ?? '')]),
    );
    expect(Object.keys(amounts)).toEqual([
      'all traders available',
      'all traders held',
      'all traders earned',
      'all merchants available',
      'all merchants held',
      'platform on the chain',
      'platform revenue',
    ]);
    const { 'platform on the chain': chain = 0n, ...owed } = amounts;
    expect(chain).toBeGreaterThan(0n);
    expect(Object.values(owed).reduce((sum, amount) => sum + amount, 0n)).toBe(chain);
  });
});
