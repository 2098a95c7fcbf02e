import * as calls from '@kantor/contract/wire/batches.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import { collectLog } from '../support/log.ts';
import { kantorTest } from '../support/fixtures.ts';
import type { Merchant, Person } from '../support/people.ts';
import { createBatchRunner } from '../../src/modules/payout-batches/index.ts';

export type Batch = Wire<typeof calls.getBatch>;

const HEADS = 'Сумма;ФИО;Телефон;Номер счёта;Банк получателя;Ваш номер';

/** A file of these lines under the usual heads. */
export const csv = (lines: readonly string[], heads = HEADS) =>
  new File([`\uFEFF${[heads, ...lines].join('\r\n')}\r\n`], 'выплаты.csv');

/** A row to another person each: `n` is the last part of their phone. */
export const row = (amount: string | number, n = 0) =>
  `${amount};Пётр Петров;+7999555${String(n).padStart(4, '0')};;Т-Банк;`;

/** What whoever agrees is shown: of this many micro-USDT. */
export const held = (...sums: { amount_in_usdt: string | number; fee_in_usdt: string | number }[]): string => {
  const micro = sums
    .flatMap((sum) => [sum.amount_in_usdt, sum.fee_in_usdt])
    .reduce((total, usdt) => total + BigInt(String(usdt).replace('.', '')), 0n);
  return `${micro / 1_000_000n}.${String(micro % 1_000_000n).padStart(6, '0')}`;
};

/** The test of files with payouts: a merchant with 1 000 USDT and a fee of 5 %, with another member who may pay. */
export const test = kantorTest
  .extend('merchant', async ({ kantor }) => {
    const merchant = await kantor.createMerchant({ payoutEnable: true });
    await kantor.fund(merchant.id, '1000');
    return merchant;
  })
  .extend('finance', ({ kantor, merchant }) => kantor.createMember(merchant.id, 'finance'))
  /** A file, uploaded and checked by the columns that its heads tell. */
  .extend('checked', ({ merchant }) => async (file: File, who: Merchant | Person = merchant): Promise<Batch> => {
    const { id, columns } = await who.call(calls.uploadBatch, { file });
    return who.call(calls.mapBatch, { params: { id }, body: { columns } });
  })
  /** Has payouts made of the good rows of a checked file. */
  .extend(
    'start',
    ({ merchant }) =>
      ({ id, good }: Batch, who: Merchant | Person = merchant) =>
        who.call(calls.startBatch, { params: { id }, body: { held_in_usdt: held(good) } }),
  )
  /** A worker that makes what there is to be made. */
  .extend('work', ({ kantor }) => async () => {
    const runner = createBatchRunner({ ...kantor, log: collectLog().log });
    await runner.turn();
    await runner.settled();
  })
  .extend(
    'shown',
    ({ merchant }) =>
      (id: string) =>
        merchant.call(calls.getBatch, { params: { id } }),
  )
  .extend('rowsOf', ({ merchant }) => async (id: string, state?: 'bad' | 'failed' | 'warned') => {
    const query = { page_size: 100, ...(state && { state }) };
    return (await merchant.call(calls.listBatchRows, { params: { id }, query })).results;
  });
