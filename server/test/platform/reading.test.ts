import { getOverview } from '@kantor/contract/wire/platform/overview.ts';
import { explainMessage, getReading } from '@kantor/contract/wire/platform/reading.ts';
import { listUnreadBanks } from '@kantor/contract/wire/devices.ts';
import { archiveRequisite } from '@kantor/contract/wire/requisites.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { DAY, MINUTE } from '../../src/kernel/clock.ts';
import { isBroken } from '../../src/modules/platform/rules.ts';
import { foldAll } from '../support/outbox-reading.ts';
import { createBankPhone, TBANK } from '../support/bank-phone.ts';
import { freshKantorTest } from '../support/fixtures.ts';

const test = freshKantorTest
  .extend('operator', ({ kantor }) => kantor.createOperator())
  .extend('trader', ({ kantor }) => kantor.createTrader())
  .extend('cabinet', ({ kantor, trader }) => kantor.createCabinet(trader.id))
  /** So many messages of T-Bank that are read, and so many that are not. */
  .extend('hear', ({ kantor, trader, cabinet }) => {
    const hear = createBankPhone(kantor, { id: cabinet, traderId: trader.id });
    let n = 0;
    return async (read: number, unread: number) => {
      for (let i = 0; i < read; i += 1)
        await hear({
          application: 'T-Bank',
          text: `Пополнение, счет RUB. ${(n += 1)} RUB. Ольга М. Доступно 5100 RUB`,
        });
      for (let i = 0; i < unread; i += 1)
        await hear({ application: 'T-Bank', text: `Вам прилетело ${(n += 1)} RUB от Ольга М. Доступно 5100 RUB` });
      await foldAll(kantor);
    };
  });

describe('the share that is read breaks from its usual', () => {
  const CASES: [what: string, sums: number, unread: number, usual: number | null, isBroken: boolean][] = [
    ['no day before had enough', 100, 100, null, false],
    ['too few messages', 9, 9, 1, false],
    ['ten, all unread', 10, 10, 1, true],
    ['five of ten, where all were read', 10, 5, 1, true],
    ['four of ten, where all were read', 10, 4, 1, false],
    ['a fall by nineteen points', 1000, 240, 0.95, false],
    ['a fall by twenty points', 1000, 250, 0.95, true],
    ['a noisy application that has a bad hour', 10, 9, 0.5, false],
    ['a noisy application that is read no more', 20, 20, 0.5, true],
    ['an application that was never read', 100, 100, 0, false],
    ['more is read than usual', 100, 0, 0.5, false],
  ];
  test.for(CASES)('%s', ([, sums, unread, usual, expected]) => {
    expect(isBroken({ sums, unread }, usual)).toBe(expected);
  });

  test('live: the owner’s inbox, the page, and the traders of that bank are told', async ({
    kantor,
    operator,
    trader,
    cabinet,
    hear,
  }) => {
    const other = await kantor.createTrader();
    const requisite = await kantor.createRequisite(trader.id, { cabinetId: cabinet, bankId: TBANK });
    const names = async () => {
      const { waiting } = await operator.call(getOverview);
      return waiting.find(({ what }) => what === 'unread_applications')?.names ?? [];
    };
    const banks = async (who = trader) => (await who.call(listUnreadBanks)).map(({ name }) => name);
    for (let day = 0; day < 2; day += 1) {
      await hear(12, 0);
      kantor.pass(DAY);
    }
    await hear(0, 9);
    expect([await names(), await banks()]).toEqual([[], []]);
    await hear(0, 1);
    kantor.pass(MINUTE);
    expect([await names(), await banks(), await banks(other)]).toEqual([['T-Bank'], ['Т-Банк'], []]);
    const { applications } = await operator.call(getReading);
    expect(applications).toEqual([
      {
        ...{ application: 'T-Bank', bank: 'Т-Банк', usual: 1, is_broken: true },
        ...{ short: { sums: 10, unread: 10 }, long: { sums: 10, unread: 10 } },
        days: [12, 12, 10].map((sums, n) => ({ day: expect.any(String), sums, unread: n === 2 ? 10 : 0 })),
      },
    ]);
    await trader.call(archiveRequisite, { params: { id: requisite } });
    expect(await banks()).toEqual([]);
    // Of that day alone it is over; the bank's other texts are read again.
    kantor.pass(DAY);
    await hear(12, 0);
    expect([await names(), (await operator.call(getReading)).applications[0]?.is_broken]).toEqual([[], false]);
  });

  test('by messages that name a sum alone, each counted once', async ({ kantor, trader, cabinet }) => {
    const hear = createBankPhone(kantor, { id: cabinet, traderId: trader.id });
    const texts = [
      'Код 1234',
      'Вклад до 20 процентов',
      'Кредит до 500 000 ₽',
      'Покупка 5 ₽',
      'Пополнение на 9 ₽. Иван И.',
    ];
    for (const text of texts) await hear({ application: 'T-Bank', text });
    await hear({ application: '+79161234567', text: 'Верни 500 ₽' });
    await foldAll(kantor);
    await foldAll(kantor);
    const { rows } = await sql`
      select application, bank, n::int, sums::int, sums_unread::int as unread from message_hour order by 1`.execute(
      kantor.db,
    );
    expect(rows).toEqual([
      { application: '+79161234567', bank: null, n: 1, sums: 1, unread: 1 },
      { application: 'T-Bank', bank: 'Т-Банк', n: 5, sums: 3, unread: 1 },
    ]);
  });
});

describe('a pasted text', () => {
  const marked = (pieces: { text: string; part: string | null }[]) =>
    pieces.flatMap(({ text, part }) => (part === null ? [] : `${part}: ${text}`));

  test('is shown as it is read, by which phrase, and what was passed over', async ({ kantor, operator }) => {
    const answer = await operator.call(explainMessage, {
      body: {
        ...{ application: 'com.idamob.tinkoff.android', is_notification: true, title: 'Входящий перевод' },
        text: 'Пополнение на 1 500 ₽, счет RUB. Иван И. Доступно 5100 ₽. Подробнее в приложении',
      },
    });
    expect(answer).toMatchObject({
      ...{
        kind: 'income',
        bank: 'Т-Банк',
        grammar: 'Т-Банк',
        amount: '1500.00',
        balance: '5100.00',
        sender: 'Иван И.',
      },
      ...{ phrase: 'пополнение на {amount} {sender}', hindrance: null },
    });
    expect(marked(answer.pieces)).toEqual([
      ...['passed: Входящий перевод\n', 'phrase: Пополнение', 'phrase: на', 'sum: 1 500 ₽', 'aside: счет RUB'],
      ...['sender: Иван И', 'balance: Доступно 5100 ₽', 'passed:  Подробнее в приложении'],
    ]);
    expect(answer.pieces.map(({ text }) => text).join('')).toContain(
      'Пополнение на 1 500 ₽, счет RUB. Иван И. Доступно',
    );
    for (const table of ['notification', 'audit', 'outbox']) {
      const { rows } = await sql`select from ${sql.table(table)} t where t::text like '%Доступно 5100%'`.execute(
        kantor.ownerDb,
      );
      expect([table, rows.length]).toEqual([table, 0]);
    }
  });

  const HINDRANCES: [application: string, text: string, hindrance: string, left: string[]][] = [
    ['T-Bank', 'Вам прилетело 500 ₽. Доступно 900 ₽', 'no_phrase', ['Вам', 'прилетело']],
    ['T-Bank', 'Пополнение на 500 ₽ и 600 ₽. Иван И.', 'sums', ['Пополнение', 'на', 'и']],
    ['T-Bank', 'Пополнение на 500 ₽', 'few_signs', ['Пополнение', 'на']],
    ['T-Bank', 'Пополнение 500 ₽. Карта *1234, карта *5678', 'accounts', ['Пополнение', 'карта']],
    ['T-Bank', 'Здравствуйте', 'no_sum', ['Здравствуйте']],
    ['T-Bank', '² ₽', 'not_a_text', ['² ₽']],
    ['Мама', 'Пополнение на 500 ₽. Иван И.', 'unknown_sender', ['Пополнение на 500 ₽. Иван И.']],
  ];
  test.for(HINDRANCES)('%s: %s', async ([application, text, hindrance, left], { operator }) => {
    const answer = await operator.call(explainMessage, { body: { application, text } });
    const leftOver = answer.pieces.filter(({ part }) => part === 'left').map((piece) => piece.text);
    expect([answer.kind, answer.hindrance]).toEqual(['unknown', hindrance]);
    expect(leftOver).toEqual(expect.arrayContaining(left));
    expect(answer.pieces.map((piece) => piece.text).join('')).toBe(text);
  });
});
