import { drawAmount } from '@kantor/demo/amounts.ts';
import {
  type BankMessage,
  drawPayer,
  type Income,
  incomeMessage,
  incomeMessageTwice,
  noiseMessage,
} from '@kantor/demo/bank-texts.ts';
import { createRandom } from '@kantor/demo/random.ts';
import { expect, it } from 'vitest';
import { readMessage } from '../../src/modules/bank-messages/index.ts';

const BANKS = [
  ...['Сбербанк', 'Т-Банк', 'Альфа-Банк', 'ВТБ', 'Райффайзен Банк', 'Газпромбанк', 'Озон Банк', 'Яндекс Банк'],
  ...['Совкомбанк', 'Почта Банк', 'МТС Банк', 'Россельхозбанк'],
];
const random = createRandom(5);
const OFTEN = Array.from({ length: 60 });

const draw = (): Income => {
  const amount = drawAmount(random);
  const balance = amount + BigInt(Math.floor(random() * 10_000_000));
  return { amount, balance, tail: '4417', payer: drawPayer(random), at: new Date('2026-11-20T21:05:00Z') };
};
const read = ({ application, text }: BankMessage) => ({ text, ...readMessage({ application, text }) });

it.each(BANKS)('the messages of %s about money are read to the kopeck', (bank) => {
  for (const _ of OFTEN) {
    const income = draw();
    const reading = read(incomeMessage(random, bank, income));
    expect(reading).toMatchObject({ kind: 'income', bank, kopecks: income.amount });
    if (reading.tail !== undefined) expect(reading.tail).toBe('4417');
    if (reading.balance !== undefined) expect(reading.balance).toBe(income.balance);
  }
});

it.each([...BANKS, 'Банк, которого нет'])('two messages of %s about the same money are read alike', (bank) => {
  const income = draw();
  const [first, second] = incomeMessageTwice(random, bank, income);
  expect(read(first)).toMatchObject({ kind: 'income', kopecks: income.amount });
  expect(read(second)).toMatchObject({ kopecks: income.amount });
});

it('the second of Sberbank’s pair is a duplicate', () => {
  const [first, second] = incomeMessageTwice(random, 'Сбербанк', draw());
  expect([read(first).kind, read(second).kind]).toEqual(['income', 'duplicate']);
});

it.each(BANKS)('other messages of %s are not about income', (bank) => {
  for (const _ of OFTEN) expect(['outgoing', 'unknown']).toContain(read(noiseMessage(random, bank, draw())).kind);
});

it('the hour is Moscow’s', () => {
  const texts = OFTEN.map(() => incomeMessage(random, 'ВТБ', draw()).text).filter((text) =>
    text.startsWith('Поступление'),
  );
  for (const text of texts) expect(text).toMatch(/ 00:05$/);
});
