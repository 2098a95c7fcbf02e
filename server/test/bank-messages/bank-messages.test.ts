import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { takeApart } from '../../src/modules/bank-messages/details.ts';
import { compile } from '../../src/modules/bank-messages/grammar.ts';
import { FROM_A_PERSON } from '../../src/modules/bank-messages/grammars/from-a-person.ts';
import { generic } from '../../src/modules/bank-messages/grammars/generic.ts';
import { GRAMMARS } from '../../src/modules/bank-messages/grammars/index.ts';
import { namesSum, readMessage } from '../../src/modules/bank-messages/index.ts';
import { normalise } from '../../src/modules/bank-messages/normalise.ts';
import { SENDERS } from '../../src/modules/bank-messages/senders.ts';
import { tokenise } from '../../src/modules/bank-messages/tokens.ts';
import { FIXTURES, NEVER_INCOME } from './fixtures.ts';

/** Banks with a grammar of their own. */
const WITH_GRAMMAR = new Set(GRAMMARS.map(({ bank }) => bank));

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

describe('a text that nobody could read', () => {
  it.each([
    ['Баланс карты *3318: 232571.11р', false],
    ['Баланс: 15 000 ₽', false],
    ['Ваш код 4321', false],
    ['Баланс +500р', true],
    ['Пополнение. Баланс: 500р', true],
    ['Баланс карты *3318: 500р. Иван А. перевёл вам 300р', true],
    ['Баланс: 500р от Ивана И.', true],
    ['Что-то на 300 ₽', true],
  ])('%s: may be about an order’s money: %s', (text, may) => {
    expect(namesSum(text)).toBe(may);
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

  it.each([...GRAMMARS, { bank: 'another', ...generic }])(
    '$bank has a fixture of each of its own phrases',
    (grammar) => {
      const { bank, income, duplicates = [], outgoing = [] } = grammar;
      const compiled = compile(grammar);
      const said = new Set<string>();
      for (const { text, expected } of FIXTURES) {
        const normal = normalise(text);
        const isOwn = WITH_GRAMMAR.has(expected.bank ?? '') ? expected.bank === bank : bank === 'another';
        if (isOwn && normal) said.add(takeApart(normal, tokenise(normal), compiled).remains.join(' '));
      }
      const own = [...income, ...duplicates, ...outgoing].filter((phrase) => !FROM_A_PERSON.includes(phrase));
      const remainsOf = (phrase: string) => [...compile({ income: [phrase] }).phrases.keys()].join();
      expect(own.filter((phrase) => !said.has(remainsOf(phrase)))).toEqual([]);
    },
  );

  it('has its applications for itself', () => {
    const all = SENDERS.flatMap(({ packages, names }) => [...packages, ...names]);
    for (const { bank, packages, names } of SENDERS) {
      for (const application of [...packages, ...names]) {
        expect(readMessage({ application, text: 'Здравствуйте', isNotification: true })).toEqual({
          kind: 'unknown',
          bank,
        });
      }
    }
    expect(new Set(all).size).toBe(all.length);
  });

  it('is not known by a package that may be the name of an SMS’s sender, unless an application speaks', () => {
    const short = SENDERS.flatMap(({ packages }) => packages).filter((name) => name.length <= 11);
    expect(short).toContain('ru.bspb');
    for (const application of short) {
      expect(readMessage({ application, text: 'Здравствуйте' })).toEqual({ kind: 'unknown' });
    }
  });

  it('is known by its whole name alone', () => {
    for (const { bank, packages, names } of SENDERS) {
      for (const name of [...packages, ...names]) {
        for (const other of [`${name}Z`, `Z${name}`, `${name}.info`, `info.${name}`]) {
          const { bank: found } = readMessage({ application: other, text: 'Здравствуйте' });
          expect([other, found]).not.toEqual([other, bank]);
        }
      }
    }
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

describe('money from a person, whichever bank tells of it,', () => {
  const BANKS = SENDERS.filter(({ bank }) => WITH_GRAMMAR.has(bank)).map(
    ({ names: [application = ''] }) => application,
  );
  const written = (phrase: string) =>
    ['{amount}', '{sender}', '{bank}', '{account}'].reduce(
      (text, mark, n) => text.replace(mark, ['1 500,50 ₽', 'Иван И.', 'ОТП Банк', 'счёт *1234'][n] ?? ''),
      `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}`,
    );

  test.each(FROM_A_PERSON)('is an income: %s', (phrase) => {
    for (const application of BANKS) {
      expect(readMessage({ application, text: written(phrase) })).toMatchObject({
        kind: 'income',
        kopecks: 150_050n,
        sender: 'Иван И.',
        ...(phrase.includes('{account}') && { tail: '1234' }),
      });
    }
  });

  test.each(FROM_A_PERSON)('is none as soon as it is denied, promised or asked for: %s', (phrase) => {
    for (const application of BANKS) {
      for (const doubt of ['Не', 'Отклонён:', 'Ожидается', 'Запрос:', 'Код 1234.', 'Возврат.', 'Вам могут написать:']) {
        expect(readMessage({ application, text: `${doubt} ${written(phrase)}` }).kind).not.toBe('income');
      }
      for (const doubt of ['отклонено', 'в обработке', 'завтра', '(комиссия 15 ₽)', 'со счёта', '?', 'если']) {
        expect(readMessage({ application, text: `${written(phrase)} ${doubt}` }).kind).not.toBe('income');
      }
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
  ' r',
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
  // One character that means three.
  expect(readMessage({ application: '900', text: text + '…'.repeat(400) })).toEqual({ kind: 'unknown' });
  expect(readMessage({ application: '900'.padEnd(101, '-'), text })).toEqual({ kind: 'unknown' });
});
