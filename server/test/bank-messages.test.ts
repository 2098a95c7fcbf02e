import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { GRAMMARS } from '../src/modules/bank-messages/grammars/index.ts';
import { readMessage } from '../src/modules/bank-messages/index.ts';
import { FIXTURES, NEVER_INCOME } from './bank-messages/fixtures.ts';

describe('a message', () => {
  it.each(FIXTURES)('$name', ({ application, text, expected }) => {
    expect(readMessage({ application, text })).toEqual(expected);
  });
});

describe('never an income', () => {
  it.each(NEVER_INCOME)('$why: $text', ({ application, text }) => {
    expect(readMessage({ application, text })).toMatchObject({ kind: expect.stringMatching(/outgoing|block|unknown/) });
  });
});

describe('a bank', () => {
  it.each(GRAMMARS)('$bank has fixtures of incomes, with and without kopecks, and of what is none', ({ bank }) => {
    const expected = FIXTURES.map((fixture) => fixture.expected).filter((reading) => reading.bank === bank);
    const sums = expected.filter(({ kind }) => kind === 'income').map(({ kopecks = 0n }) => kopecks);
    expect(sums.filter((kopecks) => kopecks % 100n === 0n)).not.toEqual([]);
    expect(sums.filter((kopecks) => kopecks % 100n !== 0n)).not.toEqual([]);
    expect(expected.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['outgoing', 'unknown']));
  });

  it('has its applications for itself', () => {
    const names = GRAMMARS.flatMap(({ applications }) => applications);
    for (const { bank, applications } of GRAMMARS) {
      for (const application of applications) {
        expect(readMessage({ application, text: 'Здравствуйте' })).toEqual({ kind: 'unknown', bank });
      }
    }
    expect(new Set(names).size).toBe(names.length);
  });

  it('is known by its name however a phone writes it', () => {
    for (const application of [
      'T-Bank',
      't-bank',
      'T Bank',
      'TBANK',
      'Т‑Банк',
      'ТБанк',
      'COM.IDAMOB.TINKOFF.ANDROID',
    ]) {
      expect(readMessage({ application, text: 'Здравствуйте' })).toEqual({ kind: 'unknown', bank: 'Т-Банк' });
    }
  });
});

/** Kopecks up to what an amount can be. */
const sums = fc.oneof(fc.bigInt({ min: 1n, max: 10n ** 13n }), fc.bigInt({ min: 1n, max: 10n ** 7n }));
const groups = fc.constantFrom('', ' ', '\u00A0', '\u2009', '\u202F', "'", '’', '.', ',');
const currencies = fc.constantFrom(
  'р',
  'р.',
  ' р',
  ' руб',
  ' руб.',
  ' рублей',
  ' RUB',
  ' RUR',
  'RUB',
  ' ₽',
  '₽',
  ' p',
  '\u00A0₽',
);

/** In any form that a bank may choose: thousands apart or not, kopecks left out when there are none, one digit when one is enough. */
const written = fc
  .record({ kopecks: sums, group: groups, comma: fc.boolean(), short: fc.boolean(), currency: currencies })
  .map(({ kopecks, group, comma, short, currency }) => {
    const whole = (kopecks / 100n).toString().replaceAll(/\B(?=(\d{3})+$)/g, group);
    const cents = (kopecks % 100n).toString().padStart(2, '0');
    const point = (comma && group !== ',') || group === '.' ? ',' : '.';
    const fraction = !short ? cents : cents.replace(/0$/, '').replace(/^0$/, '');
    return { kopecks, text: `${whole}${fraction === '' ? '' : point + fraction}${currency}` };
  });

test('a sum is read exactly, in any form, beside a balance in any form', () => {
  fc.assert(
    fc.property(written, written, (sum, balance) => {
      const text = `СЧЁТ4006 21:21 Перевод ${sum.text} от Игорь К. Баланс: ${balance.text}`;
      expect(readMessage({ application: '900', text })).toEqual({
        ...{ kind: 'income', bank: 'Сбербанк', tail: '4006', sender: 'Игорь К.' },
        ...{ kopecks: sum.kopecks, balance: balance.kopecks },
      });
    }),
    { numRuns: 2000 },
  );
});

test('a sum does not grow by the digits of a card before it', () => {
  fc.assert(
    fc.property(written, fc.stringMatching(/^\d{4}$/), (sum, tail) => {
      const text = `Пополнение. Карта *${tail} ${sum.text}. Иван И.`;
      expect(readMessage({ application: 'T-Bank', text })).toMatchObject({
        kind: 'income',
        tail,
        kopecks: sum.kopecks,
      });
    }),
    { numRuns: 1000 },
  );
});

test('two sums that differ are no income, in whatever form', () => {
  fc.assert(
    fc.property(written, written, (one, other) => {
      fc.pre(one.kopecks !== other.kopecks);
      const text = `Поступление ${one.text}; ${other.text} по СБП от АЛЕКСЕЙ Т.`;
      expect(readMessage({ application: 'Alfa-Bank', text }).kind).toBe('unknown');
    }),
    { numRuns: 1000 },
  );
});

test('a message longer than any bank sends is not read', () => {
  const text = 'СЧЁТ4006 21:21 Перевод 7000р от Игорь К. Баланс: 51 110.2р';
  expect(readMessage({ application: '900', text: text.padEnd(1000) }).kind).toBe('income');
  expect(readMessage({ application: '900', text: text.padEnd(1001) })).toEqual({ kind: 'unknown' });
  expect(readMessage({ application: '900'.padEnd(101, '-'), text })).toEqual({ kind: 'unknown' });
});
