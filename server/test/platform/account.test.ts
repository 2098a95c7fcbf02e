import { moveEarnings } from '@kantor/contract/wire/balance.ts';
import { createInvitation } from '@kantor/contract/wire/members.ts';
import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import { setFees } from '@kantor/contract/wire/platform/account-actions.ts';
import { allowTraffic, stopTraffic } from '@kantor/contract/wire/platform/traffic.ts';
import { getPlatformAccount, listAccountEntries } from '@kantor/contract/wire/platform/accounts.ts';
import { listPlatformJournal } from '@kantor/contract/wire/audit.ts';
import { createTraderWallet } from '@kantor/contract/wire/withdrawals.ts';
import { OWNED_PARTS, type OwnedPart } from '@kantor/contract/plain/money-trail.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { HOUR, MINUTE } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { PLATFORM_ACCOUNT } from '../../src/kernel/platform.ts';
import { acting } from '../actions/fixture.ts';
import { freshKantorTest } from '../support/fixtures.ts';
import type { Kantor } from '../support/kantor.ts';
import { setUpTotp } from '../support/second-factors.ts';

const test = freshKantorTest
  .extend('operator', ({ kantor }) => kantor.createOperator())
  .extend('merchant', ({ kantor }) => kantor.createMerchant({ feeBp: 450 }))
  .extend('trader', async ({ kantor }) => {
    const trader = await kantor.createTrader({ rewardBp: 210, balance: '10000' });
    await kantor.createRequisite(trader.id);
    return trader;
  });

const micro = (amount: string | number) => BigInt(String(amount).replace('.', ''));

/** The entries of a part, newest first, with what stood on it after each: added up from the amounts alone. */
async function recountEntries({ db }: Kantor, id: string, part: OwnedPart) {
  const { rows } = await sql<{ id: string; amount: bigint; balance: bigint; cause: string }>`
    select entry.account_version::text as id, entry.amount, journal.cause,
      (sum(entry.amount) over (order by entry.account_version))::bigint as balance
    from ledger_entry entry join ledger_account account on account.id = entry.account_id
    join ledger_journal journal on journal.id = entry.journal_id
    where owner_id = ${id} and account.kind = ${part} order by entry.account_version desc`.execute(db);
  return rows;
}

test('every part and every entry is what the rows say', async ({ kantor, operator, merchant, trader }) => {
  for (const amount of ['1003', '1005', '1007'])
    await trader.call(confirmOrder, { params: { id: (await merchant.order(amount)).id } });
  await merchant.order('1009');
  await trader.call(moveEarnings);
  for (const { id } of [trader, merchant]) {
    const page = await operator.call(getPlatformAccount, { params: { id } });
    for (const part of OWNED_PARTS) {
      const query = { part, page_size: 100 };
      const { count, results } = await operator.call(listAccountEntries, { params: { id }, query });
      const counted = await recountEntries(kantor, id, part);
      expect(count).toBe(counted.length);
      expect(
        results.map((entry) => ({
          id: entry.id,
          amount: micro(entry.amount),
          balance: micro(entry.balance_after),
          cause: entry.object_id,
        })),
      ).toEqual(counted);
      const shown = { available: page.available, held: page.held, earned: page.earned, owed: `-${page.debt}` }[part];
      expect(micro(shown)).toBe(counted[0]?.balance ?? 0n);
    }
  }
});

test('pages of entries fit together, and past the last there are none', async ({ operator, merchant, trader }) => {
  for (const amount of ['1003', '1005']) await merchant.order(amount);
  const params = { id: trader.id };
  const page = async (number: number) =>
    operator.call(listAccountEntries, { params, query: { page: number, page_size: 2 } });
  const [first, second, third] = [await page(1), await page(2), await page(3)];
  expect([...first.results, ...second.results].map(({ id, reason }) => [id, reason])).toEqual([
    ['3', 'order_hold'],
    ['2', 'order_hold'],
    ['1', 'deposit'],
  ]);
  expect([first.count, third]).toEqual([3, { count: 3, results: [] }]);
});

test('a page of a million entries reads as many as it shows', async ({ kantor, operator, trader }) => {
  const { rows } = await sql<{ id: bigint }>`
    select id from ledger_account where owner_id = ${trader.id} and kind = 'available'`.execute(kantor.db);
  await operator.call(listAccountEntries, { params: { id: trader.id } });
  const { rows: plan } = await sql<{ 'QUERY PLAN': string }>`
    explain select from ledger_entry where account_id = ${rows[0]?.id} and account_version <= 500000 and account_version > 499990
    order by account_version desc`.execute(kantor.db);
  const text = plan.map((line) => line['QUERY PLAN']).join('\n');
  expect(text).toMatch(/Index.* on ledger_entry[^]*account_version <= 500000/);
});

describe('the page of an account', () => {
  test('names its members with their second factor and last sign-in, and whoever is invited', async ({
    kantor,
    operator,
    merchant,
  }) => {
    // Members are in the order in which they came.
    kantor.pass(MINUTE);
    const developer = await kantor.createMember(merchant.id, 'developer');
    const { id } = await merchant.call(createInvitation, { body: { role: 'viewer' } });
    await setUpTotp(kantor, merchant);
    kantor.pass(MINUTE);
    await developer.token();
    await sql`update person set blocked_at = ${kantor.clock()} where id = ${developer.personId}`.execute(kantor.db);
    const { members, invitations } = await operator.call(getPlatformAccount, { params: { id: merchant.id } });
    const { rows } = await sql<{ id: string; at: Date }>`
      select person_id as id, max(created_at) as at from session where account_id = ${merchant.id} group by 1`.execute(
      kantor.db,
    );
    const signedIn = new Map(rows.map((row) => [row.id, row.at.toISOString()]));
    expect(members).toMatchObject([
      { id: merchant.personId, role: 'owner', has_second_factor: true, blocked_at: null },
      { id: developer.personId, role: 'developer', has_second_factor: false, blocked_at: kantor.clock().toISOString() },
    ]);
    for (const member of members) expect(member.signed_in_at).toBe(signedIn.get(member.id) ?? null);
    expect(members.every((member) => member.signed_in_at !== null)).toBe(true);
    expect(invitations).toMatchObject([{ id, role: 'viewer', invited_by: merchant.username }]);
    kantor.pass(73 * HOUR);
    expect((await operator.call(getPlatformAccount, { params: { id: merchant.id } })).invitations).toEqual([]);
  });

  test('says whose fees and rewards do not go together', async ({ kantor, operator, merchant, trader }) => {
    const cheap = await kantor.createMerchant({ feeBp: 100 });
    const of = async (id: string) => (await operator.call(getPlatformAccount, { params: { id } })).capped;
    expect(await of(trader.id)).toEqual({ count: 1, names: [cheap.username] });
    expect(await of(cheap.id)).toEqual({ count: 1, names: [trader.username] });
    expect(await of(merchant.id)).toEqual({ count: 0, names: [] });
  });

  test('has the limits of a merchant and what is taken of them, and the wallets of a trader', async ({
    operator,
    merchant,
    trader,
    kantor,
  }) => {
    await kantor.cli('set-limits', merchant.username, '--active-orders', '7', '--active-sum', '30000');
    await merchant.order('1003');
    const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
    await trader.call(createTraderWallet, { body: { wallet_to_withdraw: address } });
    expect((await operator.call(getPlatformAccount, { params: { id: merchant.id } })).limits).toEqual({
      active_orders: { limit: 7, used: 1 },
      active_sum: { limit: '30000.00', used: '1003.00' },
      unpaid_hour: { limit: null, used: null },
      requests_second: null,
    });
    const page = await operator.call(getPlatformAccount, { params: { id: trader.id } });
    expect([page.limits, page.wallets]).toMatchObject([null, [{ address, is_valid: true, is_usable: true }]]);
  });

  test('shows the accounts that a trader was allowed with dots, and to whoever may end it by which name', async ({
    kantor,
    operator,
    trader,
  }) => {
    const holder = await kantor.createTrader();
    await kantor.createRequisite(holder.id, { bankAccount: '40817810099910004312' });
    await kantor.cli('allow-account', trader.username, '--account', '40817810099910004312');
    const support = await kantor.createMember(PLATFORM_ACCOUNT, 'support');
    const permitsFor = async (person: typeof support) =>
      (await person.call(getPlatformAccount, { params: { id: trader.id } })).permits;
    const permit = { kind: 'account', number: '••••••••••••••••4312', bank: null, claimant: holder.username };
    expect(await permitsFor(operator)).toMatchObject([{ ...permit, id: expect.any(String), is_in_force: false }]);
    expect(await permitsFor(support)).toMatchObject([{ ...permit, id: null }]);
  });

  test('is not that of the platform, nor of nobody', async ({ kantor, operator }) => {
    for (const id of [PLATFORM_ACCOUNT, newId(kantor.clock())]) {
      expect((await operator.refusal(getPlatformAccount, { params: { id } })).status).toBe(404);
      expect((await operator.refusal(listAccountEntries, { params: { id } })).status).toBe(404);
    }
  });

  test('has in its journal what the platform did to it', async ({ kantor, operator, merchant }) => {
    kantor.pass(MINUTE);
    await acting(operator, setFees, { basis_points: 300 }, merchant.id).done();
    const { results } = await operator.call(listPlatformJournal, { query: { account: merchant.id } });
    expect(results[0]).toMatchObject({ action: 'set-fees', who: operator.username, object: { id: merchant.id } });
  });
});

test('traffic that the platform has stopped is told with who, when and why', async ({ kantor, operator, trader }) => {
  const params = { id: trader.id };
  const stoppedNow = async () => (await operator.call(getPlatformAccount, { params })).traffic_stopped;
  expect(await stoppedNow()).toBeNull();
  const boris = await kantor.createOperator();
  await acting(boris, stopTraffic, { reason: 'Подтверждает без сообщений' }, trader.id).done();
  const at = kantor.clock().toISOString();
  kantor.pass(HOUR);
  expect(await stoppedNow()).toEqual({ at, by: boris.username, reason: 'Подтверждает без сообщений' });
  await acting(operator, allowTraffic, { reason: 'Выяснили' }, trader.id).done();
  expect(await stoppedNow()).toBeNull();
});
