import { describe, expect, test } from 'vitest';
import { guessColumns } from '../../src/modules/payout-batches/rules.ts';
import { readBank } from '../../src/modules/payout-batches/bank-names.ts';
import { decimalMarkOf, readAmount, readDigits, readMoment, readSum } from '../../src/modules/tables/cells.ts';

describe('a sum', () => {
  test.for([
    ['1500', 150_000n],
    ['1500,00', 150_000n],
    ['1500.5', 150_050n],
    ['1 500,50', 150_050n],
    ['1\u00A0500', 150_000n],
    ['12\u202F500 ₽', 1_250_000n],
    ['1500 руб.', 150_000n],
    ['1,500.00', 150_000n],
    ['1.500,00', 150_000n],
    ['1,5E3', 150_000n],
    ['1.5e+3', 150_000n],
    ['1,5Е3', 150_000n],
    ["'1500", 150_000n],
    [{ number: 1500.3 }, 150_030n],
    [{ number: 1500.3000000000002 }, 150_030n],
  ] as const)('%o is read', ([cell, value]) => {
    expect(readAmount(cell)).toEqual({ value });
  });

  test.for([
    ['', 'укажите сумму'],
    ['0', 'сумма должна быть больше нуля'],
    ['-5', 'сумма должна быть больше нуля'],
    ['1,500', 'тысячи или доли рубля'],
    ['1.500', 'тысячи или доли рубля'],
    ['1500,555', 'не сумма'],
    ['15 00', 'не сумма'],
    ['1500x', 'не сумма'],
    ['1 500 + 20', 'не сумма'],
    ['01.05.2026', 'дата'],
    [{ date: '2026-05-01' }, 'дата'],
    ['1E99', 'не сумма'],
    [{ number: 1e300 }, 'не сумма'],
    ['99999999999999999999', 'такой большой суммы не бывает'],
  ] as const)('%o is none, and says why', ([cell, why]) => {
    expect(readAmount(cell)).toEqual({ fault: expect.stringContaining(why) });
  });
});

describe('a sum in USDT', () => {
  test.for([
    ['16,304348', null, 16_304_348n],
    ['0,714', null, 714_000n],
    ['1500.00000000', null, 1_500_000_000n],
    ['12,345', ',', 12_345_000n],
    ['12,345', '.', 12_345_000_000n],
    ['-5.5', null, -5_500_000n],
    ['(1 500,00) USDT', null, -1_500_000_000n],
    [{ number: 12.345 }, null, 12_345_000n],
  ] as const)('%o in a column with %o is read', ([cell, mark, value]) => {
    expect(readSum(cell, { scale: 6, mark, sign: 'any' })).toEqual({ value });
  });

  test('in doubt, or of more places than there are, is none', () => {
    expect(readSum('12,345', { scale: 6 })).toEqual({ fault: expect.stringContaining('тысячи или доли') });
    expect(readSum('0.1234567', { scale: 6 })).toEqual({ fault: expect.stringContaining('не больше шести знаков') });
    expect(readSum('-1', { scale: 6, sign: 'zero' })).toEqual({ fault: 'сумма не бывает меньше нуля' });
  });

  test('is told by the mark of its column, unless the column has both', () => {
    expect(decimalMarkOf(['1,500', '12,5', ''])).toBe(',');
    expect(decimalMarkOf(['1,500.25', '3'])).toBe('.');
    expect(decimalMarkOf(['1,500', '1.500'])).toBeNull();
    expect(decimalMarkOf(['1,5', '1.5'])).toBeNull();
  });
});

describe('a moment', () => {
  test.for([
    ['25.11.2026 14:30', '2026-11-25T11:30:00.000Z'],
    ['25.11.26 14:30:05', '2026-11-25T11:30:05.000Z'],
    ['2026-11-25T14:30:05.250Z', '2026-11-25T14:30:05.250Z'],
    ['2026-11-25 14:30 +05:00', '2026-11-25T09:30:00.000Z'],
    ['25/11/2026, 14:30 МСК', '2026-11-25T11:30:00.000Z'],
    [{ date: '2026-11-25T14:30:00' }, '2026-11-25T11:30:00.000Z'],
  ] as const)('%o is read in Moscow, unless its zone is named', ([cell, moment]) => {
    expect(readMoment(cell)).toEqual({ value: { from: new Date(moment), to: new Date(moment) } });
  });

  test('of a day alone is the whole of it in Moscow', () => {
    for (const cell of ['25.11.2026', '2026-11-25', { date: '2026-11-25' }])
      expect(readMoment(cell)).toEqual({
        value: { from: new Date('2026-11-24T21:00:00Z'), to: new Date('2026-11-25T20:59:59.999Z') },
      });
  });

  test.for(['31.02.2026', '2026-13-01', '11-2026', '25.11.2026 25:00', 'вчера', '', { number: 46_000 }])(
    '%o is none',
    (cell) => {
      expect(readMoment(cell)).toHaveProperty('fault');
    },
  );
});

describe('a number of a phone or an account', () => {
  test.for([
    ['8 (999) 555-44-33', '8 (999) 555-44-33'],
    ["'+79995554433", '+79995554433'],
    [{ number: 79_995_554_433 }, '79995554433'],
    ['7.9995554433E+10', '79995554433'],
    ['7,9995554433E10', '79995554433'],
    ['79995554433.0', '79995554433'],
  ] as const)('%o is read', ([cell, value]) => {
    expect(readDigits(cell)).toEqual({ value });
  });

  test.for([
    ['7.9E+10', 'цифры потеряны'],
    ['4,08178E+19', 'цифры потеряны'],
    [{ number: 4_276_123_456_789_012 }, '15 цифр'],
    [{ number: 7.5 }, 'нужен номер'],
    [{ date: '2026-05-01' }, 'дата'],
    ['01.05.2026', 'дата'],
  ] as const)('%o has lost some, and says so', ([cell, why]) => {
    expect(readDigits(cell)).toEqual({ fault: expect.stringContaining(why) });
  });
});

test.for([
  ['Т-Банк', '100000000004'],
  ['т банк', '100000000004'],
  ['Тинькофф', '100000000004'],
  ['АО «Альфа-Банк»', '100000000008'],
  ['Сбер', '100000000111'],
  ['ПАО Сбербанк', '100000000111'],
  ['ВТБ', '100000000005'],
  ['100000000004', '100000000004'],
] as const)('the bank %s is found', ([name, value]) => {
  expect(readBank(name)).toEqual({ value });
});

test('an unknown bank is named, and none is none', () => {
  expect(readBank('Банк Луны')).toEqual({ fault: 'банка «Банк Луны» нет среди участников СБП' });
  expect(readBank('банк')).toEqual({ fault: expect.stringContaining('нет среди участников') });
  expect(readBank(' ')).toEqual({ value: null });
});

test('columns are told by their heads, in Russian and English, and as they were named last', () => {
  const guess = (heads: string[], remembered = {}) => guessColumns(heads, remembered);
  expect(guess(['№', 'ФИО получателя', 'Телефон', 'Сумма, руб.', 'Банк'])).toMatchObject({
    fio: 1,
    phone: 2,
    amount: 3,
    recipient_bank: 4,
    bank_account: null,
  });
  expect(guess(['amount', 'recipient', 'phone', 'card', 'bank', 'external_id'])).toEqual({
    amount: 0,
    fio: 1,
    phone: 2,
    bank_account: 3,
    recipient_bank: 4,
    external_id: 5,
  });
  expect(guess(['К выдаче', 'Сумма', 'ФИО'], { amount: 'к выдаче' })).toMatchObject({ amount: 0, fio: 2 });
  expect(guess(['a', 'b'])).toMatchObject({ amount: null, fio: null });
});
