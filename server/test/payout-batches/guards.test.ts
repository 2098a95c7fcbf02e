import * as calls from '@kantor/contract/wire/batches.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { transaction } from '../../src/db/tx.ts';
import { MINUTE } from '../../src/kernel/clock.ts';
import { lockRunning } from '../../src/modules/payout-batches/store/batch.ts';
import { markDone } from '../../src/modules/payout-batches/store/rows.ts';
import { openBatchPayouts } from '../../src/modules/payouts/index.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { csv, held, row, test } from './fixture.ts';

// What stands behind the lock of a file, should it ever fail.

describe('a row becomes one payout', () => {
  test('for ever: the database refuses a second one, whoever makes it', async ({
    kantor,
    merchant,
    checked,
    start,
    work,
  }) => {
    const { id: batchId } = await start(await checked(csv([row(1500, 1)])));
    await work();
    const before = await kantor.balances(merchant.id);
    const again = transaction(kantor.db, (tx) =>
      openBatchPayouts(
        tx,
        [
          {
            row: 1,
            amount: 1500_00n,
            isSbp: true,
            fio: 'Пётр Петров',
            phone: '+79995550001',
            bankAccount: '',
            recipientBank: null,
            externalId: null,
          },
        ],
        { merchantId: merchant.id, rate: 100_0000n, feeBp: 0, batchId, at: kantor.clock() },
      ),
    );
    await expect(again).rejects.toMatchObject({ constraint: 'payout_batch_key' });
    expect(await kantor.balances(merchant.id)).toEqual(before);
  });

  test('only while it is queued: a row that is done keeps its payout, one that was left out gets none', async ({
    kantor,
    checked,
    start,
    work,
    rowsOf,
  }) => {
    const batch = await start(await checked(csv([row(1500, 1), row(1500, 1)])));
    await work();
    const was = await rowsOf(batch.id);
    expect(was.map(({ state }) => state)).toEqual(['done', 'skipped']);
    const { rows } = await sql<{ id: string }>`
      update payout_batch set state = 'running', ended_at = null where id = ${batch.id} returning id`.execute(
      kantor.ownerDb,
    );
    expect(rows).toHaveLength(1);
    const payoutId = was[0]?.payout?.id ?? '';
    for (const n of [1, 2]) {
      const mark = transaction(kantor.db, async (tx) => {
        const running = await lockRunning(tx, batch.id);
        if (running === undefined) throw new Error('It runs');
        await markDone(tx, running, [{ n, payoutId }]);
      });
      await expect(mark).rejects.toThrow('was not queued');
    }
    expect(await rowsOf(batch.id)).toEqual(was);
    await work();
    expect(await verify(kantor.db)).toEqual([]);
  });
});

test('whoever approves or resumes agrees to what they were shown, and to nothing else', async ({
  kantor,
  merchant,
  finance,
  checked,
  start,
  shown,
}) => {
  await merchant.call(calls.setBatchSettings, { body: { second_above: '2000' } });
  const waiting = await start(await checked(csv([row(1500, 1), row(1500, 2)])));
  await merchant.call(calls.setBatchSettings, { body: { second_above: null } });
  const { id } = await start(await checked(csv([row(1500, 3)])));
  const stopped = await merchant.call(calls.stopBatch, { params: { id } });
  await kantor.changeRate(101_0000n);
  kantor.pass(MINUTE + 1);
  const approve = { params: { id: waiting.id }, body: { held_in_usdt: held(waiting.left) } };
  expect(await finance.refusal(calls.approveBatch, approve)).toMatchObject({ status: 409, code: 'batch_changed' });
  const resume = { params: { id }, body: { held_in_usdt: held(stopped.left) } };
  expect(await merchant.refusal(calls.resumeBatch, resume)).toMatchObject({ status: 409, code: 'batch_changed' });
  expect([(await shown(waiting.id)).state, (await shown(id)).state]).toEqual(['waiting', 'stopped']);
});
