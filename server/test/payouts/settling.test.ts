import { getTraderDashboard } from '@kantor/contract/wire/balance.ts';
import { confirmPayout, contestPayout, getPayout, listPayouts } from '@kantor/contract/wire/payouts.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { transaction } from '../../src/db/tx.ts';
import { MINUTE } from '../../src/kernel/clock.ts';
import { lockAvailable } from '../../src/modules/ledger/index.ts';
import { settleDuePayouts } from '../../src/modules/payouts/index.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { atOnce } from '../support/at-once.ts';
import { usdt } from '../support/money.ts';
import { test } from './fixture.ts';

const reason = 'Клиент ничего не получил';
const contest = (id: string) => ({ params: { id }, body: { reason } });
const decide = (id: string, whom: string) => ['decide-payout', id, '--for', whom, '--reason', 'Проверено по выписке'];

describe('what a trader gets for a payout', () => {
  test('stays held for half an hour, and is shown so', async ({ kantor, trader, done, shown }) => {
    const id = await done();
    const until = new Date(kantor.clock().getTime() + 30 * MINUTE).toISOString();
    expect(await kantor.balances(trader.id)).toMatchObject({ available: 0n, held: usdt('51'), earned: 0n });
    expect(await trader.call(getPayout, { params: { id } })).toMatchObject({
      status: 'DONE',
      settlement: 'contestable',
      contest_until: until,
      can_contest: false,
    });
    expect(await trader.call(getTraderDashboard)).toMatchObject({
      balance: '0.000000',
      balance_on_hold: '51.000000',
      payouts_on_hold: '51.000000',
    });
    expect(await shown(id)).toMatchObject({ can_contest: true, contest_until: until });
    kantor.pass(30 * MINUTE - 1);
    expect(await settleDuePayouts(kantor)).toBe(0);
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('is theirs when nobody has contested it, once, whoever settles', async ({ kantor, trader, done, shown }) => {
    const id = await done();
    kantor.pass(30 * MINUTE);
    const settled = await Promise.all([settleDuePayouts(kantor), settleDuePayouts(kantor), settleDuePayouts(kantor)]);
    expect(settled.toSorted((a, b) => a - b)).toEqual([0, 0, 1]);
    expect(await kantor.balances(trader.id)).toMatchObject({ available: usdt('50'), held: 0n, earned: usdt('1') });
    expect(await shown(id)).toMatchObject({ status: 'DONE', settlement: 'settled', can_contest: false });
    expect((await trader.call(getTraderDashboard)).payouts_on_hold).toBe('0.000000');
    expect(await verify(kantor.db)).toEqual([]);
  });
});

describe('a contested payout', () => {
  test('stays held for as long as it takes, and says why to both', async ({ kantor, trader, merchant, done }) => {
    const id = await done();
    kantor.pass(29 * MINUTE);
    expect(await merchant.call(contestPayout, contest(id))).toMatchObject({
      status: 'DONE',
      human_status: 'Выполнен',
      settlement: 'contested',
      contest_reason: reason,
      can_contest: false,
    });
    kantor.pass(600 * MINUTE);
    expect(await settleDuePayouts(kantor)).toBe(0);
    expect(await trader.call(getPayout, { params: { id } })).toMatchObject({
      settlement: 'contested',
      contest_reason: reason,
    });
    expect(await kantor.balances(trader.id)).toMatchObject({ available: 0n, held: usdt('51') });
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('decided for the trader is theirs', async ({ kantor, trader, merchant, done, shown }) => {
    const id = await done();
    await merchant.call(contestPayout, contest(id));
    await kantor.cli(...decide(id, 'trader'));
    expect(await kantor.balances(trader.id)).toMatchObject({ available: usdt('50'), held: 0n, earned: usdt('1') });
    expect(await kantor.balances(merchant.id)).toMatchObject({ available: usdt('947.5'), held: 0n });
    expect(await shown(id)).toMatchObject({
      status: 'DONE',
      settlement: 'settled',
      decision_reason: 'Проверено по выписке',
    });
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('decided for the trader in work, waits for their accounts in the order of all', async ({
    kantor,
    trader,
    inWork,
    prove,
  }) => {
    const id = await inWork();
    await prove(id);
    const decided = await transaction(kantor.db, async (tx) => {
      await lockAvailable(tx, trader.id);
      const deciding = kantor.cli(...decide(id, 'trader'));
      await kantor.untilBlocked();
      // As a posting would that has the first: what the decision posts of doing and of settling it locks together.
      await sql`
        select from ledger_account where owner_id = ${trader.id} and kind = 'held' for no key update nowait`.execute(
        tx,
      );
      return { deciding };
    });
    await decided.deciding;
    expect(await kantor.balances(trader.id)).toMatchObject({ available: usdt('50'), held: 0n, earned: usdt('1') });
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('confirmed while it is decided, waits for it before their list', async ({
    kantor,
    trader,
    inWork,
    prove,
    done,
  }) => {
    // The list has its row.
    await done();
    const id = await inWork();
    await prove(id);
    const { confirmed } = await transaction(kantor.db, async (tx) => {
      await sql`select from payout where id = ${id} for no key update`.execute(tx);
      const confirming = trader.call(confirmPayout, { params: { id } });
      await kantor.untilBlocked();
      // As the decision does, which has the payout.
      await sql`
        select from list_sequence where owner_id = ${trader.id} and list = 'payouts' for no key update nowait`.execute(
        tx,
      );
      return { confirmed: confirming };
    });
    await confirmed;
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('decided for the merchant is cancelled, gives all back, and stays in the trader’s list', async ({
    kantor,
    trader,
    merchant,
    done,
    shown,
  }) => {
    const id = await done();
    await merchant.call(contestPayout, contest(id));
    kantor.pass(MINUTE);
    await kantor.cli(...decide(id, 'merchant'));
    expect(await kantor.balances(trader.id)).toMatchObject({ available: 0n, held: 0n, earned: 0n });
    expect(await kantor.balances(merchant.id)).toMatchObject({ available: usdt('1000'), held: 0n });
    const returned = { status: 'CANCELLED', human_status: 'Отменён', settlement: 'returned' };
    expect(await shown(id)).toMatchObject({ ...returned, done_datetime: kantor.clock().toISOString() });
    const { results } = await trader.call(listPayouts);
    expect(results.find((payout) => payout.id === id)).toMatchObject(returned);
    expect(await verify(kantor.db)).toEqual([]);
    await expect(kantor.cli(...decide(id, 'trader'))).rejects.toThrow(/neither contested nor in work/);
  });
});

describe('contesting', () => {
  test('is refused once its time is over, also before anything is settled', async ({ kantor, merchant, done }) => {
    const id = await done();
    kantor.pass(30 * MINUTE);
    expect(await merchant.refusal(contestPayout, contest(id))).toMatchObject({
      status: 409,
      code: 'contest_over',
      problem: { detail: expect.stringContaining('ответить можно было до 12:30 по Москве') },
    });
    await settleDuePayouts(kantor);
    expect((await merchant.refusal(contestPayout, contest(id))).code).toBe('contest_over');
  });

  test('happens once, and only to what is done', async ({ merchant, offer, inWork, done }) => {
    const id = await done();
    const all = await atOnce([1, 2, 3].map(() => merchant.call(contestPayout, contest(id))));
    expect(all.answers).toHaveLength(1);
    expect(all.refusals.map(({ code }) => code)).toEqual(['payout_contested', 'payout_contested']);
    for (const other of [await offer(), await inWork()])
      expect((await merchant.refusal(contestPayout, contest(other))).code).toBe('payout_status');
  });

  test('is for its merchant, with a reason', async ({ kantor, merchant, trader, done }) => {
    const id = await done();
    const other = await kantor.createMerchant({ payoutEnable: true });
    expect((await other.refusal(contestPayout, contest(id))).status).toBe(404);
    expect((await trader.refusal(contestPayout, contest(id))).status).toBe(403);
    const { status, body } = await merchant.raw(contestPayout, { params: { id }, body: { reason: ' ' } });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['reason']]);
  });
});

describe('the database refuses', () => {
  test.for([
    [
      'a settlement that its status does not allow',
      `settlement = 'returned', settled_at = now(), decision_reason = 'x'`,
    ],
    ['a payout that is done and has none', 'settlement = null, contest_until = null'],
    ['one that is contested without a reason', `settlement = 'contested', contested_at = now()`],
    ['one that is settled at no time', `settlement = 'settled'`],
    ['one that was returned and nobody’s', `status = 'CANCELLED', settlement = null, contest_until = null`],
  ] as const)('%s', async ([_what, changes], { kantor, done }) => {
    const id = await done();
    await expect(sql`update payout set ${sql.raw(changes)} where id = ${id}`.execute(kantor.db)).rejects.toThrow(
      /violates check constraint "payout_/,
    );
  });
});
