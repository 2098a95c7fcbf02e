import { describe, expect, test } from 'vitest';
import { readMessage, redact } from '../../src/modules/bank-messages/index.ts';
import { namesCode } from '../../src/modules/bank-messages/secrets.ts';
import { FIXTURES, NEVER_INCOME } from './fixtures.ts';

/** A message as it is written down, and its kind. */
function written(text: string, fields: { application?: string; phone?: string; plainRequest?: string } = {}) {
  const message = { application: '900', phone: '', plainRequest: JSON.stringify({ text }), text, ...fields };
  const [safe, reading] = redact(message, readMessage(message));
  return { ...safe, kind: reading.kind };
}

/** Texts of banks and services, and the code in each; hostile ones are split or disguised. */
const CODES: readonly [text: string, code: string][] = [
  ['Никому не сообщайте код 481206. Перевод 5000р на карту получателя', '481206'],
  ['Пароль: 4954 для перевода 5000 RUR. Никому не сообщайте пароль.', '4954'],
  ['Kod 036227. Vhod v VTB-Online. VTB', '036227'],
  ['Nikomu ne soobschayte parol: 77190', '77190'],
  ['РСХБ: код449127 для операции на 500.00 RUR', '449127'],
  ['Код: 48-12-06 для входа', '48-12-06'],
  ['Код 48 12 06', '48 12 06'],
  ['К\u200Bод 48\u200B1206', '48\u200B1206'],
  ['KОД 481206, никому его не говорите', '481206'],
  ['3-D Secure: 481206', '481206'],
  ['CVC2 карты 123', '123'],
  ['Ваш OTP 4812', '4812'],
  ['G-481206 is your Google verification code', '481206'],
  ['Подтверждение\n481206', '481206'],
  ['Одноразовый ４８１２０６', '４８１２０６'],
  ['Код ④⑧①②', '④⑧①②'],
  ['481206', '481206'],
  ['481-206', '481-206'],
  ['Код *4812 для оплаты 500р', '4812'],
  ['Confirm payment of 500 RUB with 4812', '4812'],
  ['Введите 481206 для оплаты 500р', '481206'],
  ['Аутентификация: 4 8 1 2', '4 8 1 2'],
  ['Ответьте 4812, чтобы подтвердить', '4812'],
  ['smskod 481206', '481206'],
  ['Your secure token 481206', '481206'],
];

/** Texts that tell a code in words that nobody foresees. */
const UNNAMED: readonly [text: string, expected: string][] = [
  ['Use 481206 to sign in', 'Use •••••• to sign in'],
  ['Т-Банк 4812', 'Т-Банк ••••'],
  ['К о д: 4 8 1 2', 'К о д: • • • •'],
  ['Digits 48-12-06, valid 5 min', 'Digits ••-••-••, valid 5 min'],
  ['Отправьте 4812 на 900', 'Отправьте •••• на 900'],
  ['Покупка K481206 одобрена?', 'Покупка K•••••• одобрена?'],
];

describe('a one-time code', () => {
  test.for(CODES)('leaves %j', ([text, code]) => {
    const { kind, ...safe } = written(text);
    expect(kind).toBe('code');
    expect(JSON.stringify(safe)).not.toMatch(/\p{N}(?<!900)[^"]*\p{N}{3}/u);
    expect(safe.text).not.toMatch(/\p{N}/u);
    expect(safe.plainRequest).not.toMatch(/\p{N}/u);
    expect(JSON.stringify(safe)).not.toContain(code);
  });

  test.for(UNNAMED)('leaves also where nothing names it: %j', ([text, expected]) => {
    const safe = written(text, { application: 'Some bank' });
    expect(safe).toMatchObject({ text: expected, kind: 'unknown' });
    expect(safe.plainRequest).not.toMatch(/\p{N}/u);
  });

  test('is no time, phone, end of a card, nor a sum whose currency is left out', () => {
    for (const text of [
      'Вход в 12:30 21.11.2026 с +79990010101',
      'Карта *4812, счёт 4812',
      'Поступление 1500 от Ивана',
      'Акция: 500 баллов',
    ].filter((text) => !namesCode(text)))
      expect(written(text, { application: 'Some bank' })).toMatchObject({
        text,
        plainRequest: JSON.stringify({ text }),
      });
  });

  test('leaves whatever field of the request it is in', () => {
    const inTitle = written('Никому не сообщайте', { phone: 'Код 481206', plainRequest: '{"title":"Код 481206"}' });
    expect(inTitle).toMatchObject({ phone: 'Код ••••••', plainRequest: '{"title":"Код ••••••"}' });
    expect(written('481206', { application: 'CODE 4812' }).application).toBe('CODE ••••');
    const preview = '{"payload":{"message":"Зачисление","contentPreview":"Код 481206"}}';
    expect(written('Зачисление', { plainRequest: preview }).plainRequest).not.toContain('481206');
    const escaped = String.raw`{"text":"\u041a\u043e\u0434 \u0034\u0038\u0031\u0032"}`;
    expect(written('Код 4812', { plainRequest: escaped }).plainRequest).not.toMatch(/\d/);
    const number = '{"text":"Зачисление 1","code":481206}';
    expect(written('Зачисление', { plainRequest: number.replace('code', 'Код') }).plainRequest).not.toContain('481206');
  });

  test('leaves the phone’s own number and the name of its SIM card', () => {
    for (const phone of ['+79990010101', 'SIM1_MegaFon', 'SIM 2'])
      expect(written('Код 4812', { phone }).phone).toBe(phone);
  });

  test.for([
    ['Kod 5512. Postuplenie 500.00 RUB Schet *1362', 'Kod ••••. Postuplenie 500.00 RUB Schet *1362'],
    [
      'Зачисление 1 500р Карта *3318. Никому не говорите код 481206',
      'Зачисление 1 500р Карта *3318. Никому не говорите код ••••••',
    ],
    ['Поступил перевод 1500р. Код операции: 48 12 06', 'Поступил перевод 1500р. Код операции: •• •• ••'],
    ['Код 4812р. Зачисление 1500р', 'Код ••••р. Зачисление 1500р'],
  ])('leaves an income that was not read its sum: %j', ([text, expected]) => {
    expect(written(text ?? '')).toMatchObject({ text: expected, kind: 'unknown' });
  });

  test('is in no income: what is read as one stays as it is', () => {
    const text = 'СЧЁТ4006 21:21 Перевод из ВТБ +510р от ПЁТР С. Баланс: 2122.47р «код 1234»';
    expect(written(text)).toMatchObject({ text, kind: 'income' });
    for (const { application, text: said, expected } of FIXTURES) {
      if (expected.kind !== 'income' && expected.kind !== 'duplicate') continue;
      expect(written(said, { application })).toMatchObject({ text: said, kind: expected.kind });
    }
  });

  test('is in no fixture that is kept', () => {
    let codes = 0;
    for (const { application, text } of [...FIXTURES, ...NEVER_INCOME]) {
      const safe = written(text, { application });
      if (!namesCode(text) || safe.kind === 'income' || safe.kind === 'duplicate') continue;
      codes += Number(safe.kind === 'code');
      // Only sums and the last digits of accounts are left.
      expect(
        safe.text.replaceAll(
          /[+-]?\d[\d .,']*\s?(?:₽|р|руб|RU[BR])|[*•]{1,4}\s?\d{3,6}|(?:счет|карта|schet|сч[её]т)\S*/giu,
          '',
        ),
      ).not.toMatch(/\d{3}/);
    }
    expect(codes).toBeGreaterThan(10);
  });
});

describe('the number of a card', () => {
  test.for([
    ['Карта 4276380012345678 заблокирована', 'Карта 427638••••••5678 заблокирована'],
    ['Карта 4276 3800 1234 5678, 1500р', 'Карта 427638••••••5678, 1500р'],
    ['Карта 4276-3800-1234-5678', 'Карта 427638••••••5678'],
    ['Карта 4276\u00A03800\u00A01234\u00A05678', 'Карта 427638••••••5678'],
    ['Карта 2200123412341234567', 'Карта 220012••••••4567'],
    ['Карта 4276-3800 1234 5678', 'Карта 427638••••••5678'],
    ['Карта 4276.3800.1234.5678', 'Карта 427638••••••5678'],
    ['Карта 4276  3800  1234  5678', 'Карта 427638••••••5678'],
    ['Карта 4276\u00AD380012345678', 'Карта 427638••••••5678'],
    ['Карта 4276/3800/1234/5678', 'Карта 427638••••••5678'],
    ['Карта 63 9002 123456 789018', 'Карта 639002••••••9018'],
    ['Карта 4111 1111 1111 1111 110', 'Карта 411111••••••1110'],
  ])('is its first six and last four digits: %j', ([text, expected]) => {
    const safe = written(text ?? '');
    expect(safe.text).toBe(expected);
    expect(safe.plainRequest).toBe(JSON.stringify({ text: expected }));
  });

  test('is no account, telephone number or sum; and what it ends with is still read', () => {
    for (const text of ['Счёт 40817810000000004006', '+79990010101 1500000р', '1 500 000 000 р'])
      expect(written(text).text).toBe(text);
    const text = 'Зачисление 1500р. Карта 4276380012345678. Баланс: 2000р';
    expect(readMessage({ application: '900', text })).toMatchObject({ tail: '5678' });
    expect(written(text)).toMatchObject({ kind: 'income', text: expect.stringContaining('427638••••••5678') });
  });
});
