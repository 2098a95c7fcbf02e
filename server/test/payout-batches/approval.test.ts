import * as calls from '@kantor/contract/wire/batches.ts';
import { getInbox } from '@kantor/contract/wire/inbox.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { verify } from '../../src/modules/verification/index.ts';
import { csv, held, row, test as base } from './fixture.ts';

const NO_COLUMNS = {
  amount: null,
  fio: null,
  phone: null,
  bank_account: null,
  recipient_bank: null,
  external_id: null,
};

/** The account's limit is passed: it waits for a second member. */
const test = base.extend('waiting', async ({ merchant, checked, start }) => {
  await merchant.call(calls.setBatchSettings, { body: { second_above: '2000' } });
  return start(await checked(csv([row(1500, 1), row(1500, 2)])));
});

describe('above the limit of the account', () => {
  test('a second member approves: never one who made or started it, and nothing changes after', async ({
    kantor,
    merchant,
    finance,
    checked,
    start,
    work,
    shown,
  }) => {
    const small = await checked(csv([row(2000, 9)]));
    await merchant.call(calls.setBatchSettings, { body: { second_above: '2000' } });
    expect((await start(small)).state).toBe('running');
    const batch = await checked(csv([row(1500, 1), row(1500, 2)]), finance);
    const waits = await start(batch);
    expect(waits).toMatchObject({ state: 'waiting', can_approve: false, second_above: '2000.00' });
    const { items } = await merchant.call(getInbox);
    expect(items).toMatchObject([{ what: 'batches_waiting', count: 1, id: batch.id, sum: '3000.00' }]);
    await work();
    expect((await shown(batch.id)).counts.queued).toBe(2);
    const approve = { params: { id: batch.id }, body: { held_in_usdt: held(waits.left) } };
    for (const person of [merchant, finance])
      expect(await person.refusal(calls.approveBatch, approve)).toMatchObject({ status: 409, code: 'same_person' });
    const columns = { ...NO_COLUMNS, amount: 0, fio: 1, phone: 2 };
    expect((await merchant.refusal(calls.mapBatch, { params: { id: batch.id }, body: { columns } })).code).toBe(
      'batch_state',
    );
    const third = await kantor.createMember(merchant.id, 'finance');
    expect(await third.call(calls.getBatch, { params: { id: batch.id } })).toMatchObject({ can_approve: true });
    const support = await kantor.createMember(merchant.id, 'support');
    expect((await support.refusal(calls.approveBatch, approve)).status).toBe(403);
    expect(await third.call(calls.approveBatch, approve)).toMatchObject({ state: 'running' });
    expect((await third.refusal(calls.approveBatch, approve)).code).toBe('batch_state');
    await work();
    expect(await shown(batch.id)).toMatchObject({ state: 'done', counts: { done: 2 } });
    expect((await merchant.call(getInbox)).items).toEqual([]);
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('the database itself lets no one approve their own', async ({ kantor, waiting: { id } }) => {
    const own = sql`
      update payout_batch set state = 'running', approved_by = started_by, approved_at = now(), rate = 1, fee_bp = 0, agreed_at = now()
      where id = ${id}`;
    await expect(own.execute(kantor.db)).rejects.toMatchObject({ constraint: 'payout_batch_second' });
  });

  test('it can be cancelled, and nothing is made', async ({ merchant, waiting: { id }, work, shown }) => {
    await merchant.call(calls.cancelBatch, { params: { id } });
    await work();
    expect(await shown(id)).toMatchObject({ state: 'cancelled', counts: { done: 0 } });
  });

  test('only the owner sets it', async ({ finance }) => {
    const set = { body: { second_above: null } };
    expect((await finance.refusal(calls.setBatchSettings, set)).status).toBe(403);
  });
});
