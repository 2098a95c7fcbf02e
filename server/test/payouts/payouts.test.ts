import { rolesThatMay } from '@kantor/contract/plain/rights.ts';
import type { Call } from '@kantor/contract/wire/call.ts';
import * as payouts from '@kantor/contract/wire/payouts.ts';
import {
  cancelPayout,
  confirmPayout,
  contestPayout,
  createPayout,
  freePayout,
  getPayout,
  listPayouts,
  takePayout,
  uploadPayoutPhoto,
} from '@kantor/contract/wire/payouts.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { verify } from '../../src/modules/verification/index.ts';
import { atOnce } from '../support/at-once.ts';
import { usdt } from '../support/money.ts';
import { payoutOf, RECIPIENT, test } from './fixture.ts';

const PAYOUT = payoutOf(5000);

/** Every call of payouts. */
const PAYOUT_CALLS: readonly Call[] = Object.values(payouts);

describe('a payout', () => {
  test('is created open, and sets aside its amount and the fee', async ({ kantor, merchant }) => {
    // 5 000 RUB at 100 are 50 USDT; the fee is 5 %.
    expect(await merchant.call(createPayout, PAYOUT)).toMatchObject({
      amount: '5000.00',
      amount_in_usdt: '50.000000',
      human_status: 'Открыт',
      done_datetime: null,
      ...RECIPIENT,
    });
    expect(await kantor.balances(merchant.id)).toMatchObject({ available: usdt('947.5'), held: usdt('52.5') });
  });

  test('goes to the trader who takes it, and done pays the platform, and holds what they get', async ({
    kantor,
    merchant,
    trader,
    photo,
  }) => {
    const { id } = await merchant.call(createPayout, PAYOUT);
    expect(await trader.call(getPayout, { params: { id } })).toMatchObject({
      can_take_on_work: true,
      can_interact: true,
      can_free: false,
    });
    expect(await trader.call(takePayout, { params: { id } })).toMatchObject({
      human_status: 'В работе',
      ...RECIPIENT,
      can_free: true,
      can_be_done: false,
      photo: null,
    });
    expect(await trader.refusal(confirmPayout, { params: { id } })).toMatchObject({ status: 409, code: 'no_photo' });
    expect(await trader.call(uploadPayoutPhoto, { params: { id }, file: photo })).toMatchObject({
      can_be_done: true,
      photo: { name: 'чек.png' },
    });
    expect(await trader.call(confirmPayout, { params: { id } })).toMatchObject({
      human_status: 'Выполнен',
      can_interact: false,
      done_datetime: kantor.clock().toISOString(),
      ...RECIPIENT,
    });
    expect(await kantor.balances(trader.id)).toMatchObject({ available: 0n, held: usdt('51') });
    expect(await kantor.balances(merchant.id)).toMatchObject({ available: usdt('947.5'), held: 0n });
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('given up is open again, without its photo, for anyone', async ({ merchant, trader, rival, photo }) => {
    const { id } = await merchant.call(createPayout, PAYOUT);
    await trader.call(takePayout, { params: { id } });
    await trader.call(uploadPayoutPhoto, { params: { id }, file: photo });
    const freed = await trader.call(freePayout, { params: { id } });
    expect(freed).toMatchObject({ human_status: 'Открыт', can_take_on_work: true });
    expect(freed).not.toHaveProperty('fio');
    expect(await rival.call(takePayout, { params: { id } })).toMatchObject({ human_status: 'В работе', photo: null });
    expect((await trader.refusal(freePayout, { params: { id } })).status).toBe(404);
  });

  test('is cancelled by its merchant while it is open, and everything returns', async ({
    kantor,
    merchant,
    trader,
  }) => {
    const { id } = await merchant.call(createPayout, PAYOUT);
    expect(await merchant.call(cancelPayout, { params: { id } })).toMatchObject({ human_status: 'Отменён' });
    expect(await kantor.balances(merchant.id)).toMatchObject({ available: usdt('1000'), held: 0n });
    expect(await merchant.refusal(cancelPayout, { params: { id } })).toMatchObject({
      status: 409,
      problem: { detail: 'Сейчас выплата в статусе «Отменён», действие недоступно' },
    });
    const taken = await merchant.call(createPayout, PAYOUT);
    await trader.call(takePayout, { params: { id: taken.id } });
    expect((await merchant.refusal(cancelPayout, { params: { id: taken.id } })).status).toBe(409);
  });

  test('a trader has three in work at most', async ({ merchant, trader }) => {
    const ids: string[] = [];
    for (let i = 0; i < 4; i += 1) ids.push((await merchant.call(createPayout, PAYOUT)).id);
    const taken = await atOnce(ids.map((id) => trader.call(takePayout, { params: { id } })));
    expect(taken.answers).toHaveLength(3);
    expect(taken.refusals).toMatchObject([{ status: 409, code: 'too_many_in_work' }]);
    const left = ids.find((id) => !taken.answers.some((payout) => payout.id === id)) ?? '';
    expect(await trader.call(getPayout, { params: { id: left } })).toMatchObject({
      can_take_on_work: false,
      can_interact: false,
    });
  });
});

describe('who is paid', () => {
  test('never reaches a trader who has not taken the payout', async ({ merchant, trader, rival }) => {
    const { id } = await merchant.call(createPayout, PAYOUT);
    const shown = async () => [
      await trader.raw<unknown>(listPayouts),
      await trader.raw<unknown>(getPayout, { params: { id } }),
    ];
    for (const fact of Object.values(RECIPIENT)) expect(JSON.stringify(await shown())).not.toContain(fact);
    await rival.call(takePayout, { params: { id } });
    for (const fact of Object.values(RECIPIENT)) expect(JSON.stringify(await shown())).not.toContain(fact);
    expect((await trader.refusal(getPayout, { params: { id } })).status).toBe(404);
    expect(await merchant.call(getPayout, { params: { id } })).toMatchObject(RECIPIENT);
  });

  test('is for its merchant only, among merchants', async ({ kantor, merchant }) => {
    const { id } = await merchant.call(createPayout, PAYOUT);
    const other = await kantor.createMerchant({ payoutEnable: true });
    expect((await other.refusal(getPayout, { params: { id } })).status).toBe(404);
    expect((await other.refusal(cancelPayout, { params: { id } })).status).toBe(404);
    expect((await other.call(listPayouts)).count).toBe(0);
  });

  test('without payout_enable every call of payouts is a 403', async ({ kantor, merchant, photo }) => {
    const { id } = await merchant.call(createPayout, PAYOUT);
    const plain = { trader: await kantor.createTrader(), merchant: await kantor.createMerchant() };
    const form = new FormData();
    form.set('photo', photo);
    for (const call of PAYOUT_CALLS) {
      for (const role of ['trader', 'merchant'] as const) {
        if (!rolesThatMay(call.right).includes(role)) continue;
        const body = call.upload ? form : call.body && (call === contestPayout ? { reason: 'Не пришло' } : PAYOUT.body);
        const answer = await plain[role].raw(call, { params: { id }, body });
        expect([call.path, role, answer.status, answer.body.code]).toEqual([call.path, role, 403, 'payouts_disabled']);
      }
    }
  });
});

describe('in a race', () => {
  test('one of two traders gets the payout', async ({ merchant, trader, rival }) => {
    for (let i = 0; i < 3; i += 1) {
      const { id } = await merchant.call(createPayout, payoutOf(10));
      const taking = [trader, rival].map((person) => person.call(takePayout, { params: { id } }));
      expect((await atOnce(taking)).answers).toHaveLength(1);
    }
  });

  test('cancel and take have one winner, confirm and give up too, and the money agrees', async ({
    kantor,
    merchant,
    trader,
    photo,
  }) => {
    for (let i = 0; i < 5; i += 1) {
      const { id } = await merchant.call(createPayout, payoutOf(10));
      const params = { id };
      const first = await atOnce([merchant.call(cancelPayout, { params }), trader.call(takePayout, { params })]);
      expect(first.answers).toHaveLength(1);
      if (first.answers[0]?.status === 'CANCELLED') continue;
      await trader.call(uploadPayoutPhoto, { params, file: photo });
      const second = await atOnce([trader.call(confirmPayout, { params }), trader.call(freePayout, { params })]);
      expect(second.answers).toHaveLength(1);
      if (second.answers[0]?.status === 'OPEN') await merchant.call(cancelPayout, { params });
    }
    expect(await kantor.balances(merchant.id)).toMatchObject({ held: 0n });
    expect(await verify(kantor.db)).toEqual([]);
  });
});

describe('a new payout', () => {
  test.for([
    ['no amount', { amount: undefined }, 'amount'],
    ['zero', { amount: 0 }, 'amount'],
    ['kopecks', { amount: 10.5 }, 'amount'],
    ['a negative amount', { amount: -5 }, 'amount'],
    ['no name', { fio: ' ' }, 'fio'],
    ['neither phone nor account', { phone: '', bank_account: '' }, 'phone'],
    ['an unknown field', { status: 'DONE' }, 'status'],
  ] as const)('with %s is refused by name', async ([_what, changes, field], { kantor, merchant }) => {
    const { status, body } = await merchant.raw(createPayout, { body: { ...PAYOUT.body, ...changes } });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]]);
    expect(await kantor.balances(merchant.id)).toMatchObject({ available: usdt('1000'), held: 0n });
  });

  test('beyond the balance, fee included, is refused', async ({ merchant }) => {
    expect(await merchant.refusal(createPayout, payoutOf(95_239))).toMatchObject({
      status: 409,
      code: 'insufficient_funds',
    });
    await merchant.call(createPayout, payoutOf(95_238));
  });

  test('sent twice under one key is one payout', async ({ kantor, merchant }) => {
    const request = { ...PAYOUT, headers: { 'idempotency-key': 'payout-1' } };
    const first = await merchant.call(createPayout, request);
    expect(await merchant.call(createPayout, request)).toEqual(first);
    expect(await kantor.balances(merchant.id)).toMatchObject({ held: usdt('52.5') });
  });
});

describe('the list of payouts', () => {
  test("is the merchant's own, newest first; the trader's in work, the open ones, then what they did", async ({
    kantor,
    merchant,
    trader,
    rival,
    photo,
  }) => {
    await sql`update payout set status = 'CANCELLED', done_at = now() where status = 'OPEN'`.execute(kantor.db);
    const ids: string[] = [];
    for (let i = 0; i < 8; i += 1) {
      kantor.pass(1000);
      ids.push((await merchant.call(createPayout, payoutOf(10 + i))).id);
    }
    const done = async (id: string) => {
      await trader.call(takePayout, { params: { id } });
      await trader.call(uploadPayoutPhoto, { params: { id }, file: photo });
      await trader.call(confirmPayout, { params: { id } });
    };
    await done(ids[1] ?? '');
    await done(ids[0] ?? '');
    await trader.call(takePayout, { params: { id: ids[4] ?? '' } });
    await rival.call(takePayout, { params: { id: ids[5] ?? '' } });
    const expected = [4, 7, 6, 3, 2, 0, 1].map((index) => ids[index]);
    for (const size of [1, 2, 3, 10]) {
      for (let page = 1; page <= Math.ceil(7 / size) + 1; page += 1) {
        const { count, results } = await trader.call(listPayouts, { query: { page, page_size: size } });
        expect(count).toBe(7);
        expect(results.map(({ id }) => id)).toEqual(expected.slice((page - 1) * size, page * size));
      }
    }
    const own = await merchant.call(listPayouts);
    expect(own.count).toBe(8);
    expect(own.results.map(({ id }) => id)).toEqual(ids.toReversed());
  });
});
