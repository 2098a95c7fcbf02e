import {
  archiveRequisite,
  createRequisite,
  listRequisites,
  updateRequisite,
} from '@kantor/contract/wire/requisites.ts';
import { describe, expect } from 'vitest';
import { transaction } from '../../src/db/tx.ts';
import { permitAccount, readAccountKeys } from '../../src/modules/requisites/index.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { test as base } from './fixture.ts';

const SBER = 1;
const TBANK = 2;
const ACCOUNT = { bank_type: SBER, bank_account: '40817810000000000042' };
const OTHER_ACCOUNT = { ...ACCOUNT, bank_account: '40817810000000000043' };
const PHONE = { bank_type: SBER, phone: '+7 900 111-22-33' };

const test = base
  .extend('other', ({ kantor }) => kantor.createTrader())
  /** What becomes of another trader's requisite with these fields. */
  .extend(
    'another',
    ({ other }) =>
      (body: typeof ACCOUNT | typeof PHONE) =>
        other.refusal(createRequisite, { body }),
  );

const REFUSED = { status: 409, code: 'bank_data_refused' };

describe('an account that another trader has in force is refused', () => {
  test.for([
    ['the same number', { bank_account: '40817810000000000042' }],
    ['the number in groups', { bank_account: '40817 810 0000-0000-0042' }],
    ['the number beside a word', { bank_account: 'сч. 40817810000000000042' }],
    ['the number in wide digits', { bank_account: '４０８１７８１０００００００００００４２' }],
    ['the number in Arabic digits', { bank_account: '٤٠٨١٧٨١٠٠٠٠٠٠٠٠٠٠٠٤٢' }],
    ['the number at another bank', { bank_account: '40817810000000000042', bank_type: TBANK }],
  ] as const)('%s', async ([_what, fields], { add, another, other }) => {
    await add(ACCOUNT);
    expect(await another({ ...ACCOUNT, ...fields })).toMatchObject(REFUSED);
    expect((await other.call(listRequisites)).count).toBe(0);
  });

  test.for([
    ...['+79001112233', '89001112233', '9001112233', '8 (900) 111 22 33', '00 7 900 111-22-33', '8 10 7 900 111-22-33'],
    ...['+7 900 111-22-33 доб. 1', '＋７９００１１１２２３３'],
  ])('a phone at its bank, typed as %s', async (phone, { add, another }) => {
    await add(PHONE);
    expect(await another({ ...PHONE, phone })).toMatchObject(REFUSED);
  });

  test('but not that phone at another bank, nor what is no number', async ({ add, other }) => {
    await add({ ...PHONE, bank_account: '—', name: 'a' });
    await other.call(createRequisite, { body: { ...PHONE, bank_type: TBANK } });
    await other.call(createRequisite, { body: { bank_type: SBER, bank_account: '—', phone: 'нет' } });
  });

  test('also when a requisite is changed to it', async ({ add, other }) => {
    await add(ACCOUNT);
    const { id } = await other.call(createRequisite, { body: PHONE });
    expect(await other.refusal(updateRequisite, { params: { id }, body: ACCOUNT })).toMatchObject(REFUSED);
    expect((await other.call(listRequisites)).results).toMatchObject([{ phone: PHONE.phone, bank_account: '' }]);
  });

  test('in a sentence that names nobody and nothing', async ({ add, another, trader }) => {
    await add(ACCOUNT);
    const { problem } = await another(ACCOUNT);
    expect(problem).toEqual({
      type: 'about:blank',
      title: 'Conflict',
      status: 409,
      code: 'bank_data_refused',
      detail: 'Эти банковские данные не приняты. Проверьте их; если всё верно, напишите оператору',
      request_id: expect.any(String),
    });
    expect(JSON.stringify(problem)).not.toContain(trader.username);
  });
});

describe('an account is free again', () => {
  test('once its requisite is archived', async ({ trader, other, add }) => {
    const { id } = await add(ACCOUNT);
    await trader.call(archiveRequisite, { params: { id } });
    await other.call(createRequisite, { body: ACCOUNT });
    expect(await trader.refusal(createRequisite, { body: ACCOUNT })).toMatchObject(REFUSED);
  });

  test('once its requisite has another, which is then taken', async ({ trader, other, add, another }) => {
    const { id } = await add(ACCOUNT);
    await trader.call(updateRequisite, { params: { id }, body: PHONE });
    expect(await another(PHONE)).toMatchObject(REFUSED);
    await other.call(createRequisite, { body: ACCOUNT });
  });

  test('not while its trader has a second requisite with it', async ({ trader, add, another }) => {
    const [one] = [await add(ACCOUNT), await add({ ...ACCOUNT, name: 'второй' })];
    await trader.call(archiveRequisite, { params: { id: one.id } });
    expect(await another(ACCOUNT)).toMatchObject(REFUSED);
  });
});

describe('an account that an operator has allowed', () => {
  test('is two traders’, and no third one’s, whoever leaves it', async ({ kantor, trader, other, add }) => {
    const { id } = await add(ACCOUNT);
    const data = { bankId: SBER, phone: '', bankAccount: ACCOUNT.bank_account };
    const [key] = await readAccountKeys(kantor.db, data);
    if (key === undefined) throw new Error('An account has a key');
    await transaction(kantor.db, (tx) => permitAccount(tx, { traderId: other.id, by: 'Anna' }, key, kantor.clock()));
    const third = await kantor.createTrader();

    await add(OTHER_ACCOUNT);
    expect(await other.refusal(createRequisite, { body: OTHER_ACCOUNT })).toMatchObject(REFUSED);
    await other.call(createRequisite, { body: ACCOUNT });
    expect(await third.refusal(createRequisite, { body: ACCOUNT })).toMatchObject(REFUSED);
    await trader.call(archiveRequisite, { params: { id } });
    expect(await verify(kantor.db)).toEqual([]);
    expect(await third.refusal(createRequisite, { body: ACCOUNT })).toMatchObject(REFUSED);
    const { results } = await other.call(listRequisites);
    await other.call(archiveRequisite, { params: { id: results[0]?.id ?? '' } });
    await third.call(createRequisite, { body: ACCOUNT });
  });
});

test('all of this breaks no invariant', async ({ kantor }) => {
  expect(await verify(kantor.db)).toEqual([]);
});
