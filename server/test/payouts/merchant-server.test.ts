import { listMerchantOperations } from '@kantor/contract/wire/merchant-account.ts';
import { contestMerchantPayout, getMerchantPayout } from '@kantor/contract/wire/merchant-payouts.ts';
import { describe, expect } from 'vitest';
import { HOUR } from '../../src/kernel/clock.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { test } from './fixture.ts';

const contest = (id: string, key: string) => ({
  params: { id },
  body: { reason: 'Поступления нет' },
  headers: { 'idempotency-key': key },
});

describe('a merchant server', () => {
  test('contests a payout once a key, and once at all', async ({ kantor, merchant, done }) => {
    const id = await done();
    const first = await merchant.api.call(contestMerchantPayout, contest(id, 'one'));
    expect(first).toMatchObject({ status: 'DONE', settlement: 'contested', contest_reason: 'Поступления нет' });
    expect(await merchant.api.call(contestMerchantPayout, contest(id, 'one'))).toEqual(first);
    expect(await merchant.api.refusal(contestMerchantPayout, contest(id, 'two'))).toMatchObject({
      status: 409,
      code: 'payout_contested',
    });
    await kantor.cli('decide-payout', id, '--for', 'merchant', '--reason', 'No entry');
    expect(await merchant.api.call(getMerchantPayout, { params: { id } })).toMatchObject({
      status: 'CANCELLED',
      settlement: 'returned',
      decision_reason: 'No entry',
      photo: { name: 'чек.png' },
    });
    const [entry] = (await merchant.api.call(listMerchantOperations)).results;
    expect(entry).toMatchObject({ type: 'ADD', reason: 'payout_return', amount_in_usdt: '52.500000', object_id: id });
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('contests in time, and only what was done', async ({ kantor, merchant, offer, done }) => {
    const open = await merchant.api.refusal(contestMerchantPayout, contest(await offer(), 'open'));
    expect(open.code).toBe('payout_status');
    const id = await done();
    kantor.pass(HOUR / 2);
    expect((await merchant.api.refusal(contestMerchantPayout, contest(id, 'late'))).code).toBe('contest_over');
  });
});
