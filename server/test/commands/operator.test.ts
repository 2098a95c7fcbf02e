import { getMerchantBalance } from '@kantor/contract/wire/merchant-account.ts';
import { cancelMerchantOrder, getMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { DAY, MINUTE } from '../../src/kernel/clock.ts';
import { openAppeal } from '../../src/modules/appeals/index.ts';
import { expireDueOrders } from '../../src/modules/orders/index.ts';
import { rub, usdt } from '../support/money.ts';
import { outcomes, test } from './fixture.ts';

describe('block', () => {
  test("lets a trader's active orders go on, and gives them no new ones", async ({ kantor, market, run }) => {
    const { merchant } = market;
    const trader = await kantor.createTrader();
    const requisite = await kantor.createRequisite(trader.id, { bankId: 5 });
    const order = (amount: string) => merchant.order(amount, { bank: 5 });
    const [active, cancelled, appealed] = [await order('11'), await order('22'), await order('33')];
    expect(await run('block', trader.username)).toBe(`Blocked ${trader.username}, and ended the sessions.`);

    expect((await merchant.refusedOrder('44', { bank: 5 })).code).toBe('no_requisite');
    const cancel = await merchant.api.call(cancelMerchantOrder, { params: { id: cancelled.id } });
    expect(cancel.status).toBe('DECLINED');
    const request = { merchantId: merchant.id, orderId: appealed.id, amount: rub('33') };
    await run('confirm-appeal', await openAppeal(kantor, request));
    kantor.pass(16 * MINUTE);
    await expireDueOrders(kantor);
    const read = await merchant.api.call(getMerchantOrder, { params: { id: active.id } });
    expect(read.status).toBe('EXPIRED');
    expect(await kantor.balances(trader.id)).toMatchObject({ available: usdt('999.67'), held: 0n });
    await run('unblock', trader.username);
    await order('44');
    await sql`update requisite set archived_at = now(), is_active = false where id = ${requisite}`.execute(kantor.db);
  });

  test("shuts out a merchant's server within five seconds, and unblock lets it in again", async ({ kantor, run }) => {
    const { api, username } = await kantor.createMerchant();
    const ask = async () => (await api.raw(getMerchantBalance)).status;
    expect(await ask()).toBe(200);
    await run('block', username, '--keep-keys');
    kantor.pass(5000);
    expect(await ask()).toBe(401);
    await run('unblock', username);
    kantor.pass(5000);
    expect(await ask()).toBe(200);
  });

  test('by several operators at once is one change', async ({ kantor, market }) => {
    const { id, username } = await kantor.createMerchant();
    const { done } = await market.atOnce('account', id, Array<string[]>(6).fill(['block', username]));
    expect(done.filter((line) => line === `${username} is blocked already.`)).toHaveLength(5);
    expect(await market.audited(id)).toEqual([{ action: 'block' }]);
  });
});

describe('the rate', () => {
  test('is shown with its age and what waits; a jump by hand asks for --force', async ({ kantor, market, run }) => {
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
    kantor.cliSettings.rateSource = { url: 'http://rates.example', path: '' };
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

  test('accepted by several operators at once is accepted once', async ({ kantor, market }) => {
    const id = await market.propose(60_0000n);
    const { done, refused } = outcomes(
      await Promise.allSettled([
        kantor.cli('accept-rate', id),
        kantor.cli('decline-rate', id),
        kantor.cli('accept-rate', id),
      ]),
    );
    expect([done.length, refused.length]).toEqual([1, 2]);
    for (const why of refused) expect(why).toMatch(/^Proposal \d+ is (ACCEPTED|DECLINED) and waits no more\.$/);
    expect(await market.audited(id)).toHaveLength(1);
  });

  test('that is stale is shown as that', async ({ kantor, run }) => {
    kantor.pass(2 * DAY);
    expect(await run('rates')).toContain('It is STALE, and nothing is issued at it, since');
    await run('set-rate', '100', '--force');
  });
});

describe('balances', () => {
  test('of a user, in both units', async ({ kantor, market, run }) => {
    const trader = await kantor.createTrader({ balance: '12.5' });
    expect((await run('balances', trader.username.toUpperCase())).split('\n')).toEqual([
      `${trader.username}  available  12.500000 USDT (1250.00 RUB at 100.0000)`,
      `${trader.username}  held       0.000000 USDT (0.00 RUB at 100.0000)`,
      `${trader.username}  earned     0.000000 USDT (0.00 RUB at 100.0000)`,
    ]);
    await market.expectCommandError(['balances', 'nobody'], 'There is no user "nobody".');
  });

  test('of everyone together are what is on the chain', async ({ run }) => {
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
