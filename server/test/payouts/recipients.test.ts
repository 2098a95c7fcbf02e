import { SBP_MEMBERS } from '@kantor/contract/plain/sbp-members.ts';
import type { WireBody } from '@kantor/contract/wire/call.ts';
import { listSbpMembers } from '@kantor/contract/wire/merchant-account.ts';
import { createMerchantPayout, getMerchantPayout } from '@kantor/contract/wire/merchant-payouts.ts';
import { createPayout, getPayout, takePayout } from '@kantor/contract/wire/payouts.ts';
import { PAYEES } from '@kantor/demo/payees.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { newId } from '../../src/kernel/ids.ts';
import { USUAL_TERMS } from '../../src/modules/payouts/index.ts';
import { kantorTest } from '../support/fixtures.ts';
import type { KantorOptions } from '../support/kantor.ts';

// Whom a payout may go to: the server refuses, field by field, in both of its calls.

type Body = WireBody<typeof createPayout>;

const SBP: Body = { amount: 500, is_sbp: true, fio: 'Пётр Петров', phone: '+79995554433' };
const C2C: Body = { amount: 500, is_sbp: false, fio: 'Пётр Петров', bank_account: '4111111111111111' };

const test = kantorTest
  .extend('options', { scope: 'file' }, { payoutTerms: USUAL_TERMS } as KantorOptions)
  .extend('merchant', { scope: 'file' }, async ({ kantor }) => {
    const merchant = await kantor.createMerchant({ payoutEnable: true });
    await kantor.fund(merchant.id, '10000');
    return merchant;
  })
  .extend('trader', { scope: 'file' }, ({ kantor }) => kantor.createTrader({ balance: '0', payoutEnable: true }))
  /** What is wrong with a payout on the screen and by the merchant API: each field with its sentence. */
  .extend('faultsOf', ({ merchant }) => async ({ is_sbp: isSbp = false, ...body }: Body) => {
    const screen = await merchant.refusal(createPayout, { body: { is_sbp: isSbp, ...body } });
    const method = isSbp ? ('sbp' as const) : ('c2c' as const);
    const external_id = newId(new Date());
    const api = await merchant.api.refusal(createMerchantPayout, { body: { ...body, method, external_id } });
    return { screen: screen.problem?.errors, api: api.problem?.errors };
  });

describe('a recipient is refused', () => {
  const PHONE = 'Укажите мобильный номер: +7 и десять цифр';
  const ACCOUNT = 'Укажите номер карты (16–19 цифр) или счёта (20 цифр)';
  const NAME = 'Укажите имя буквами, как в банке получателя';
  test.for<[string, Body, string, string]>([
    ['words for a phone', { ...SBP, phone: 'hello' }, 'phone', PHONE],
    ['a phone too short', { ...SBP, phone: '+7999555443' }, 'phone', PHONE],
    ['a phone of another country', { ...SBP, phone: '+375291112233' }, 'phone', PHONE],
    ['a phone that is not mobile', { ...SBP, phone: '+74951112233' }, 'phone', PHONE],
    ['no phone for СБП', { ...SBP, phone: '' }, 'phone', 'Для перевода по СБП укажите телефон получателя'],
    ['a bad phone beside a card', { ...C2C, phone: 'абв' }, 'phone', PHONE],
    ['an account beside a phone', { ...SBP, bank_account: 'abc' }, 'bank_account', ACCOUNT],
    [
      'no card',
      { ...C2C, bank_account: '', phone: '+79995554433' },
      'bank_account',
      'Укажите номер карты или счёта; для перевода по телефону включите СБП',
    ],
    ['15 digits', { ...C2C, bank_account: '411111111111111' }, 'bank_account', ACCOUNT],
    ['21 digits', { ...C2C, bank_account: '4'.repeat(21) }, 'bank_account', ACCOUNT],
    ['nineteen zeros, whose check digit is right', { ...C2C, bank_account: '0'.repeat(19) }, 'bank_account', ACCOUNT],
    ['an account of zeros', { ...C2C, bank_account: '0'.repeat(20) }, 'bank_account', ACCOUNT],
    ['a slip', { ...C2C, bank_account: '4111111111111112' }, 'bank_account', 'В номере карты ошибка: проверьте цифры'],
    [
      'two swapped',
      { ...C2C, bank_account: '2202206219180045' },
      'bank_account',
      'В номере карты ошибка: проверьте цифры',
    ],
    ['a number for a name', { ...SBP, fio: '123' }, 'fio', NAME],
    ['a name with a digit', { ...SBP, fio: 'Пётр 3' }, 'fio', NAME],
    ['a name without letters', { ...SBP, fio: "-.'" }, 'fio', NAME],
    ['a name of lost letters', { ...SBP, fio: '\uFFFD\uFFFD\uFFFD' }, 'fio', NAME],
    [
      'a bank that is none',
      { ...SBP, recipient_bank: '100000000999' },
      'recipient_bank',
      'Такого банка нет среди участников СБП',
    ],
    ['too little', { ...SBP, amount: 99 }, 'amount', 'Наименьшая сумма выплаты — 100\u00A0₽'],
  ])('%s', async ([, body, field, sentence], { faultsOf }) => {
    const faults = { [field]: [sentence] };
    expect(await faultsOf(body)).toEqual({ screen: faults, api: faults });
  });

  test('with all that is wrong at once', async ({ faultsOf }) => {
    const body = { amount: 1, is_sbp: true, fio: '1', phone: '1', bank_account: '1', recipient_bank: '1' };
    expect(Object.keys((await faultsOf(body)).api ?? {})).toEqual([
      'amount',
      'fio',
      'phone',
      'bank_account',
      'recipient_bank',
    ]);
  });
});

test('the smallest sum is paid, and a kopeck less is not', async ({ merchant }) => {
  const { is_sbp: _isSbp, ...recipient } = SBP;
  const bodyOf = (amount: string) => ({
    ...recipient,
    amount,
    method: 'sbp' as const,
    external_id: newId(new Date()),
  });
  expect((await merchant.api.call(createMerchantPayout, { body: bodyOf('100.00') })).amount).toBe('100.00');
  const { problem } = await merchant.api.refusal(createMerchantPayout, { body: bodyOf('99.99') });
  expect(Object.keys(problem?.errors ?? {})).toEqual(['amount']);
});

describe('a recipient is kept in one form', () => {
  test.for(['+79995554433', '89995554433', '79995554433', '8 (999) 555-44-33', '+7 999 555 44 33'])(
    'the phone %s',
    async (phone, { merchant }) => {
      const payout = await merchant.call(createPayout, { body: { ...SBP, phone } });
      expect(payout.phone).toBe('+79995554433');
    },
  );

  test.for([
    ['4111 1111 1111 1111', '4111111111111111'],
    ['2202-2062-1198-0045', '2202206211980045'],
    ['6759649826438453 018', undefined],
    ['62580000 0000001236', '625800000000001236'],
    ['6225880000000000424', '6225880000000000424'],
    ['40817 810 0 0000 0000042', '40817810000000000042'],
  ] as const)('the card or account %s', async ([typed, kept], { merchant }) => {
    const { status, body } = await merchant.raw<{ bank_account?: string }>(createPayout, {
      body: { ...C2C, bank_account: typed },
    });
    expect([status, body.bank_account]).toEqual([kept === undefined ? 400 : 201, kept]);
  });

  test('a name whose letters came in parts', async ({ merchant }) => {
    const fio = 'Андреи\u0306 Семе\u0308нов';
    expect((await merchant.call(createPayout, { body: { ...SBP, fio } })).fio).toBe('Андрей Семёнов');
  });

  test.for([' Пётр   Петров ', "Д'Артаньян Шарль", 'Соловьёва-Райская А. С.', 'Nguyen Văn', 'Мухаммед'])(
    'the name %s',
    async (fio, { merchant }) => {
      expect((await merchant.call(createPayout, { body: { ...SBP, fio } })).fio).toBe(fio.trim().replace(/ +/g, ' '));
    },
  );
});

describe("the recipient's bank", () => {
  test('is shown to the merchant, and to the trader who takes the payout; without one it is null', async ({
    merchant,
    trader,
  }) => {
    const bank = { id: '100000000004', name: 'Т-Банк' };
    const { id } = await merchant.call(createPayout, { body: { ...SBP, recipient_bank: bank.id } });
    const params = { id };
    expect(await merchant.api.call(getMerchantPayout, { params })).toMatchObject({ recipient_bank: bank });
    expect(await trader.call(getPayout, { params })).not.toHaveProperty('recipient_bank');
    expect(await trader.call(takePayout, { params })).toMatchObject({ recipient_bank: bank });
    expect(await merchant.call(createPayout, { body: SBP })).toMatchObject({ recipient_bank: null });
  });

  test('is one of the members of СБП, each of them once', async ({ merchant }) => {
    const members = await merchant.api.call(listSbpMembers);
    expect(members).toContainEqual({ id: '100000000111', name: 'Сбербанк' });
    expect(new Set(SBP_MEMBERS.map(([id]) => id)).size).toBe(SBP_MEMBERS.length);
    expect(members.every(({ id, name }) => /^1000\d{8}$/.test(id) && name !== '')).toBe(true);
  });
});

test('an older payout to anybody is shown as it was typed', async ({ kantor, merchant }) => {
  const { id } = await merchant.call(createPayout, { body: SBP });
  await sql`update payout set phone = 'hello', fio = '123', bank_account = 'abc' where id = ${id}`.execute(kantor.db);
  expect(await merchant.call(getPayout, { params: { id } })).toMatchObject({
    phone: 'hello',
    fio: '123',
    bank_account: 'abc',
  });
});

test.for(PAYEES)('the demo pays $fio', async (payee, { merchant }) => {
  await merchant.call(createPayout, { body: { amount: 500, is_sbp: 'phone' in payee, ...payee } });
});
