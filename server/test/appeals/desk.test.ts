import {
  addAppealFile,
  confirmAppeal,
  contestAppeal,
  declineAppeal,
  getAppeal,
  listAppeals,
  openAppeal,
} from '@kantor/contract/wire/appeals.ts';
import { getPlatformAppeal, listPlatformAppeals } from '@kantor/contract/wire/platform/exchange.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { newId } from '../../src/kernel/ids.ts';
import * as appeals from '../../src/modules/appeals/index.ts';
import { createBankPhone, sber } from '../support/bank-phone.ts';
import { png } from '../support/uploads.ts';
import { COMMENT, test } from './fixture.ts';

// What each side is shown of an appeal, and what it brings.

test('a contest without a word or a file is refused', async ({ appealFor }) => {
  const { id, merchant, take } = await appealFor();
  await take.refuse();
  const params = { id };
  expect((await merchant.refusal(contestAppeal, { params, body: {} })).code).toBe('appeal_evidence');
  await merchant.call(addAppealFile, { params, file: await png('чек 2.png') });
  expect(await merchant.call(contestAppeal, { params, body: {} })).toMatchObject({ stage: 'trader', round: 2 });
});

test('a large claim is declined with a file of this round, and with five at most', async ({ appealFor }) => {
  const { id, trader, read } = await appealFor('5000.01');
  const params = { id };
  expect((await trader.refusal(declineAppeal, { params })).code).toBe('appeal_proof');
  const shown = await trader.call(getAppeal, { params });
  expect(shown.desk).toMatchObject({ needs_proof: true, files_left: 5, difference: '3500.01' });
  for (let n = 1; n <= 5; n += 1) await trader.call(addAppealFile, { params, file: await png(`выписка ${n}.png`) });
  expect((await trader.refusal(addAppealFile, { params, file: await png('6.png') })).code).toBe('appeal_files');
  const body = { reason: 'other_amount', comment: 'Пришло 990' } as const;
  expect(await trader.call(declineAppeal, { params, body })).toMatchObject({ stage: 'merchant', status: 'OPEN' });
  const { steps } = await read();
  expect(steps.at(-1)).toMatchObject({ step: 'decline', by: 'trader', reason: 'other_amount', comment: 'Пришло 990' });
  // The merchant's server is told of a trader's files nothing but their steps.
  expect(steps.flatMap(({ files }) => files)).toEqual([]);
});

test('each sees what is theirs to see', async ({ kantor, appealFor }) => {
  const { id, trader, merchant, order, take } = await appealFor('6000');
  const params = { id };
  const { rows } = await sql<{ cabinet: string }>`
    select cabinet_id as cabinet from requisite where trader_id = ${trader.id}`.execute(kantor.db);
  const hear = createBankPhone(kantor, { id: rows[0]?.cabinet ?? '', traderId: trader.id });
  await hear(sber('777'));
  await trader.call(addAppealFile, { params, file: await png('выписка.png') });
  await take.refuse();
  await merchant.call(addAppealFile, { params, file: await png('чек.png') });
  const shift = await kantor.createMember(trader.id, 'shift');
  const support = await kantor.createMember(merchant.id, 'support');
  const viewer = await kantor.createMember(merchant.id, 'viewer');
  const operator = await kantor.createOperator();
  const deskOf = async (person: typeof shift) => (await person.call(getAppeal, { params })).desk;
  const [ofTrader, ofShift, ofMerchant] = [await deskOf(trader), await deskOf(shift), await deskOf(support)];
  expect(ofTrader?.bank?.messages).toMatchObject([{ amount: '777.00', balance: '20000.50' }]);
  expect(ofShift?.bank?.messages).toMatchObject([{ amount: '777.00', balance: null, is_in_chain: null }]);
  expect(ofMerchant?.bank).toBeNull();
  const filesOf = (desk: typeof ofTrader) =>
    desk?.steps.flatMap(({ by, files }) => files.map(({ name, url }) => [by, name, url !== undefined]));
  expect(filesOf(ofTrader)).toEqual([
    ['trader', 'выписка.png', true],
    ['merchant', 'чек.png', true],
  ]);
  expect(filesOf(ofMerchant)).toEqual([
    ['trader', 'Подтверждение трейдера', false],
    ['merchant', 'чек.png', true],
  ]);
  const people = (desk: typeof ofTrader) => desk?.steps.map(({ person }) => person);
  expect(people(ofTrader)).toEqual([null, trader.username, null, null]);
  expect(people(ofMerchant)).toEqual([null, null, null, merchant.username]);
  const ofPlatform = await operator.call(getPlatformAppeal, { params });
  expect(people(ofPlatform.desk)).toEqual([null, trader.username, null, merchant.username]);
  expect([ofTrader?.can, ofMerchant?.can, (await deskOf(viewer))?.can, ofPlatform.desk?.can]).toEqual([
    ['confirm'],
    ['evidence', 'contest', 'accept', 'escalate'],
    [],
    ['decline', 'confirm', 'split'],
  ]);
  expect((await viewer.refusal(contestAppeal, { params, body: {} })).status).toBe(403);
  expect((await trader.refusal(contestAppeal, { params, body: {} })).status).toBe(403);
  const stranger = await kantor.createTrader();
  expect((await stranger.refusal(addAppealFile, { params, file: await png('1.png') })).status).toBe(404);
  expect((await trader.call(listAppeals, { query: { order_id: order.id } })).results).toMatchObject([
    { stage: 'merchant', round: 1, answer_until: expect.any(String) },
  ]);
});

test('a merchant opens one on the screen, and those that wait for the operator are a list of the platform', async ({
  kantor,
}) => {
  const { trader, merchant, order } = await kantor.activeOrder({ balance: '1000', bankId: 3 });
  const operator = await kantor.createOperator();
  const sent = { params: { id: order.id }, body: { amount: '1400', comment: COMMENT }, file: await png('чек.png') };
  const headers = { 'idempotency-key': newId(new Date()) };
  const { id } = await merchant.call(openAppeal, { ...sent, headers });
  expect((await merchant.call(openAppeal, { ...sent, headers })).id).toBe(id);
  const waiting = async () =>
    (await operator.call(listPlatformAppeals, { query: { status: 'OPERATOR' } })).results.map((row) => row.id);
  expect(await waiting()).not.toContain(id);
  const shown = await merchant.call(getAppeal, { params: { id } });
  expect(shown.desk?.steps).toMatchObject([
    { step: 'open', person: merchant.username, comment: COMMENT, amount: '1400.00' },
  ]);
  expect(shown.desk).toMatchObject({ difference: '-100.00', files_left: 4 });
  await appeals.escalateAppeal({ ...kantor, answers: appeals.USUAL_ANSWERS }, { role: 'trader', id: trader.id }, id);
  expect(await waiting()).toContain(id);
  await trader.call(confirmAppeal, { params: { id } });
  expect(await waiting()).not.toContain(id);
});
