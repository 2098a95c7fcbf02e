import { describe, expect, test } from 'vitest';
import { readMessage } from '../../src/modules/bank-messages/index.ts';
import { FIXTURES, NEVER_INCOME } from './fixtures.ts';

const INCOMES = FIXTURES.filter(
  ({ text, expected: { kind } }) =>
    (kind === 'income' || kind === 'duplicate') && !/^(?:Входящий перевод|Пополнение)\n/.test(text),
);
const TITLES = [
  ...[
    'Уведомление',
    'Перевод',
    'Пополнение',
    'Зачисление',
    'Входящий перевод',
    'Поступление средств',
    'Новое сообщение',
  ],
  ...['Пополнение по СБП', 'ПОПОЛНЕНИЕ СЧЁТА', 'Деньги поступили!'],
];
const LAST = [
  ...['Подробнее в приложении', 'Подробности операции — в мобильном приложении.', 'Смотрите детали в личном кабинете'],
  ...[
    'Никому не сообщайте код',
    'Никому не сообщайте коды из СМС!',
    'Не говорите никому пароль.',
    'НИКОМУ НЕ СООБЩАЙТЕ КОДЫ И ПАРОЛИ',
  ],
  ...[
    'Хорошего дня!',
    'Спасибо, что вы с нами',
    'С уважением, Ваш Банк',
    'Подробнее в приложении. Никому не сообщайте код.',
  ],
];

/** The payer's own words go on to the end: what stands behind them is theirs. */
const isClosed = (text: string) => !/сообщение:|«[^»]*$/i.test(text);

describe('An income is read the same', () => {
  test.for(TITLES)('under the title %s', (title) => {
    for (const { application, text, expected } of INCOMES)
      expect([text, readMessage({ application, text: `${title}\n${text}` })]).toEqual([text, expected]);
  });

  test.for(LAST)('with the last sentence %s', (last) => {
    for (const { application, text, expected } of INCOMES.filter((one) => isClosed(one.text)))
      for (const joined of [
        ...(/\p{L}$/u.test(text) ? [] : [`${text.replace(/[.!]$/, '')}. ${last}`]),
        `${text}\n${last}`,
      ])
        expect([joined, readMessage({ application, text: joined })]).toEqual([joined, expected]);
  });

  test('with a title and a last sentence both', () => {
    for (const { application, text, expected } of INCOMES.filter((one) => isClosed(one.text)))
      expect([text, readMessage({ application, text: `Уведомление\n${text}\nПодробнее в приложении` })]).toEqual([
        text,
        expected,
      ]);
  });
});

describe('What is no income stays none', () => {
  test('under any title, with any last sentence', () => {
    for (const { application, text } of NEVER_INCOME)
      // A bare sum from somebody is an income under a title that says so, as it was.
      for (const title of ['', ...TITLES].filter(
        (each) => !/^[\d+]/.test(text) || !/перевод|пополн|зачисл|поступ/i.test(each),
      ))
        for (const last of ['', ...LAST]) {
          const whole = [title, text, last].filter(Boolean).join('\n');
          expect([whole, readMessage({ application, text: whole }).kind]).toEqual([
            whole,
            expect.stringMatching(/outgoing|block|unknown/),
          ]);
        }
  });

  const INCOME = 'Пополнение на 1 500 ₽, счёт RUB. Иван И. Доступно 5100 ₽';
  test.for([
    ...[
      'Отмена',
      'Пополнение отменено',
      'Код',
      '-1 500 ₽',
      'Пополнение 100 ₽',
      'Исходящий перевод',
      'Перевод отклонён',
    ],
    ...['Перевод ❌', 'Пополнение?', 'Не Пополнение', 'Возврат', 'Код 1234', 'Запрос перевода', 'Пополнение 2'],
  ])('under the title %s', (title) => {
    expect(readMessage({ application: 'T-Bank', text: INCOME }).kind).toBe('income');
    expect(readMessage({ application: 'T-Bank', text: `${title}\n${INCOME}` }).kind).not.toBe('income');
  });

  test.for([
    ...[
      'Никому не сообщайте код 1234',
      'Код 1234. Никому не сообщайте код',
      'Операция отклонена. Подробнее в приложении',
    ],
    ...['Если это не вы, подробности в приложении', 'Никому не сообщайте код: 12-34', 'Введите код', 'Отменено'],
    ...[
      'Подробнее в приложении?',
      'Подробнее на fake.ru',
      'Подробнее в приложении 500 ₽',
      'Деньги вернутся. Хорошего дня',
    ],
    ...['Подробнее в приложении. Подробнее в приложении. Подробнее в приложении'],
  ])('with the last sentence %s', (last) => {
    expect(readMessage({ application: 'T-Bank', text: `${INCOME}. ${last}` }).kind).toBe('unknown');
  });

  test('under two titles, or with the title alone', () => {
    expect(readMessage({ application: 'T-Bank', text: `Уведомление\nПополнение\nОперация\n${INCOME}` }).kind).toBe(
      'unknown',
    );
    for (const text of ['Уведомление', 'Уведомление\n', 'Подробнее в приложении', 'Никому не сообщайте код. '])
      expect(readMessage({ application: 'T-Bank', text }).kind).toBe('unknown');
  });
});
