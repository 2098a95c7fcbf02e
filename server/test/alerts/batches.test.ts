import * as calls from '@kantor/contract/wire/batches.ts';
import { expect } from 'vitest';
import { fanOutAlerts } from '../../src/modules/alerts/index.ts';
import { csv, held, row } from '../payout-batches/fixture.ts';
import { untilShown } from '../support/outbox-reading.ts';
import { test as base } from './fixture.ts';

const test = base.override('merchant', async ({ kantor }) => {
  const merchant = await kantor.createMerchant({ payoutEnable: true });
  await kantor.fund(merchant.id, '1000');
  return merchant;
});

test('a file that waits for a second member calls those who may approve it, and nobody once it is decided', async ({
  kantor,
  merchant,
  pushes,
  worker,
  subscribe,
}) => {
  const finance = await kantor.createMember(merchant.id, 'finance');
  const support = await kantor.createMember(merchant.id, 'support');
  const other = await kantor.createMerchant({ payoutEnable: true });
  const [called, ...others] = [await subscribe(finance), await subscribe(support), await subscribe(other)];
  if (called === undefined) throw new Error('There are three');
  await merchant.call(calls.setBatchSettings, { body: { second_above: '1000' } });
  const startOne = async (n: number) => {
    const { id, columns } = await merchant.call(calls.uploadBatch, { file: csv([row(1500, n)]) });
    const { good } = await merchant.call(calls.mapBatch, { params: { id }, body: { columns } });
    return merchant.call(calls.startBatch, { params: { id }, body: { held_in_usdt: held(good) } });
  };
  const { id } = await startOne(1);
  await worker.deliver();
  expect(pushes.pushesTo(called)).toMatchObject([
    { kind: 'batch_waiting', sum: '1500.00', path: expect.stringContaining(id) },
  ]);
  const decided = await startOne(2);
  await untilShown(kantor.db);
  await fanOutAlerts(kantor);
  await merchant.call(calls.cancelBatch, { params: { id: decided.id } });
  await worker.deliver();
  expect(pushes.pushesTo(called)).toHaveLength(1);
  expect(others.flatMap((browser) => pushes.pushesTo(browser))).toEqual([]);
});
