import {
  contestMerchantPayout,
  createMerchantPayout,
  getMerchantPayout,
} from '@kantor/contract/wire/merchant-payouts.ts';
import {
  cancelPayout,
  confirmPayout,
  createPayout,
  freePayout,
  takePayout,
  uploadPayoutPhoto,
} from '@kantor/contract/wire/payouts.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { HOUR, MINUTE } from '../../src/kernel/clock.ts';
import { settleDuePayouts } from '../../src/modules/payouts/index.ts';
import { png } from '../support/uploads.ts';
import { test as base } from './fixture.ts';

const URL = 'https://shop.example/webhooks';

const test = base
  .extend('hasEndpoint', false)
  /** The merchant has an endpoint and money to pay out; the trader may take it. */
  .extend('payouts', { auto: true }, async ({ kantor, merchant }, { onCleanup }) => {
    const mayPayOut = (may: boolean) => sql`update account set payout_enable = ${may}`.execute(kantor.db);
    onCleanup(async () => void (await mayPayOut(false)));
    await merchant.setEndpoint(URL);
    await mayPayOut(true);
    await kantor.fund(merchant.id, '1000');
    return { mayPayOut };
  })
  /** The merchant offers a payout. @returns its id. */
  .extend('offer', ({ merchant }) => async () => {
    const body = { amount: 1000, fio: 'Пётр', phone: '+79995554433', is_sbp: true };
    return (await merchant.call(createPayout, { body })).id;
  })
  /** A payout that the trader has in work, with its proof. @returns its id. */
  .extend('proven', ({ trader, offer }) => async () => {
    const params = { id: await offer() };
    await trader.call(takePayout, { params });
    await trader.call(uploadPayoutPhoto, { params, file: await png('чек.png') });
    return params.id;
  })
  .extend('seen', () => [] as object[])
  /** Notes what the merchant API answers about a payout now, but for the proof; a minute passes. */
  .extend('look', ({ kantor, merchant, seen }) => async (id: string) => {
    const { photo: _photo, ...shown } = await merchant.api.call(getMerchantPayout, { params: { id } });
    seen.push(shown);
    kantor.pass(MINUTE);
  });

test('of a payout, each status comes as the merchant API answered it then, but for the proof', async ({
  trader,
  merchant,
  payouts,
  offer,
  look,
  seen,
  messages,
  types,
}) => {
  const id = await offer();
  const params = { id };
  await look(id);
  await trader.call(takePayout, { params });
  await look(id);
  await trader.call(freePayout, { params });
  await look(id);
  await merchant.call(cancelPayout, { params });
  await look(id);
  // The merchant's own payouts still make webhooks when they may create no more.
  await payouts.mayPayOut(false);
  expect(await types()).toEqual(['payout.open', 'payout.in_work', 'payout.open', 'payout.cancelled']);
  expect((await messages()).map(({ body }) => body.data)).toEqual(seen);
});

test('of a payout with the shop’s own data, they come along', async ({ merchant, messages }) => {
  const own = { payer_id: 'p-1', metadata: { basket: '42' } };
  const body = {
    amount: '1000',
    method: 'sbp' as const,
    fio: 'Пётр',
    phone: '+79995554433',
    external_id: 'own',
    ...own,
  };
  await merchant.api.call(createMerchantPayout, { body });
  expect((await messages()).map((message) => message.body)).toMatchObject([{ type: 'payout.open', data: own }]);
});

test('of a payout that is contested and returned, or settled, each event comes as the merchant API answered it then', async ({
  kantor,
  trader,
  merchant,
  proven,
  look,
  seen,
  messages,
  types,
}) => {
  const [returned, settled] = [await proven(), await proven()];
  const before = (await messages()).length;
  for (const id of [returned, settled]) {
    await trader.call(confirmPayout, { params: { id } });
    await look(id);
  }
  await merchant.api.call(contestMerchantPayout, { params: { id: returned }, body: { reason: 'Не пришло' } });
  await look(returned);
  await kantor.cli('decide-payout', returned, '--for', 'merchant', '--reason', 'Not there');
  await look(returned);
  kantor.pass(HOUR);
  await settleDuePayouts(kantor);
  await look(settled);
  expect((await types()).slice(before)).toEqual([
    'payout.done',
    'payout.done',
    'payout.contested',
    'payout.cancelled',
    'payout.settled',
  ]);
  expect(seen[3]).toMatchObject({ status: 'CANCELLED', settlement: 'returned', decision_reason: 'Not there' });
  expect((await messages()).slice(before).map(({ body }) => body.data)).toEqual(seen);
});
