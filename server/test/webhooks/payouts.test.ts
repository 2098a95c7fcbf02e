import { contestMerchantPayout, getMerchantPayout } from '@kantor/contract/wire/merchant-payouts.ts';
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

const test = base.extend('hasEndpoint', false);

test('of a payout, each status comes as the merchant API answered it then, but for the proof', async ({
  kantor,
  trader,
  merchant,
  messages,
  types,
}) => {
  await merchant.setEndpoint(URL);
  await sql`update users set payout_enable = true`.execute(kantor.db);
  await kantor.fund(merchant.id, '1000');
  const { id } = await merchant.call(createPayout, {
    body: { amount: 1000, fio: 'Пётр', phone: '+79995554433', is_sbp: true },
  });
  const params = { id };
  const seen: object[] = [];
  const look = async () => {
    const { photo: _photo, ...shown } = await merchant.api.call(getMerchantPayout, { params });
    seen.push(shown);
    kantor.pass(MINUTE);
  };
  await look();
  await trader.call(takePayout, { params });
  await look();
  await trader.call(freePayout, { params });
  await look();
  await merchant.call(cancelPayout, { params });
  await look();
  // The merchant's own payouts still make webhooks when they may create no more.
  await sql`update users set payout_enable = false`.execute(kantor.db);
  expect(await types()).toEqual(['payout.open', 'payout.in_work', 'payout.open', 'payout.cancelled']);
  expect((await messages()).map(({ body }) => body.data)).toEqual(seen);
});

test('of a payout that is contested and returned, or settled, each event comes as the merchant API answered it then', async ({
  kantor,
  trader,
  merchant,
  messages,
  types,
}) => {
  await merchant.setEndpoint(URL);
  await sql`update users set payout_enable = true`.execute(kantor.db);
  await kantor.fund(merchant.id, '1000');
  const file = await png('чек.png');
  const seen: object[] = [];
  const offered: string[] = [];
  for (let i = 0; i < 2; i += 1) {
    const { id } = await merchant.call(createPayout, {
      body: { amount: 1000, fio: 'Пётр', phone: '+79995554433', is_sbp: true },
    });
    await trader.call(takePayout, { params: { id } });
    await trader.call(uploadPayoutPhoto, { params: { id }, file });
    offered.push(id);
  }
  await types();
  const before = (await messages()).length;
  const [returned = '', settled = ''] = offered;
  const look = async (id: string) => {
    const { photo: _photo, ...shown } = await merchant.api.call(getMerchantPayout, { params: { id } });
    seen.push(shown);
    kantor.pass(MINUTE);
  };
  for (const id of offered) {
    await trader.call(confirmPayout, { params: { id } });
    await look(id);
  }
  const contest = { params: { id: returned }, body: { reason: 'Не пришло' } };
  await merchant.api.call(contestMerchantPayout, contest);
  await look(returned);
  await kantor.cli('decide-payout', returned, '--for', 'merchant', '--reason', 'Not there');
  await look(returned);
  kantor.pass(HOUR);
  await settleDuePayouts(kantor);
  await look(settled);
  await sql`update users set payout_enable = false`.execute(kantor.db);
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
