import { expect, it } from 'vitest';
import { createRandom } from '../../server/src/app/seed/random.ts';
import { readMessage } from '../../server/src/modules/bank-messages/index.ts';
import { type BankMessage, chatter, drawPayer, type Income, tellOnce, tellTwice } from '../src/bank-texts.ts';
import { drawAmount } from '../src/payers.ts';

const BANKS = [
  ...['Сбербанк', 'Т-Банк', 'Альфа-Банк', 'ВТБ', 'Райффайзен Банк', 'Газпромбанк', 'Озон Банк', 'Яндекс Банк'],
  ...['Совкомбанк', 'Почта Банк', 'МТС Банк', 'Россельхозбанк'],
];
const random = createRandom(5);
const OFTEN = Array.from({ length: 60 });

const draw = (): Income => {
  const amount = BigInt(drawAmount(random).replace('.', ''));
  const balance = amount + BigInt(Math.floor(random() * 10_000_000));
  return { amount, balance, tail: '4417', payer: drawPayer(random), at: new Date('2026-11-20T21:05:00Z') };
};
const read = ({ application, text }: BankMessage) => ({ text, ...readMessage({ application, text }) });

it.each(BANKS)('%s tells of money so that it is understood to the kopeck', (bank) => {
  for (const _ of OFTEN) {
    const income = draw();
    const reading = read(tellOnce(random, bank, income));
    expect(reading).toMatchObject({ kind: 'income', bank, kopecks: income.amount });
    if (reading.tail !== undefined) expect(reading.tail).toBe('4417');
    if (reading.balance !== undefined) expect(reading.balance).toBe(income.balance);
  }
});

it.each([...BANKS, 'Банк, которого нет'])('%s, telling twice, tells of the same money in other words', (bank) => {
  const income = draw();
  const [first, second] = tellTwice(random, bank, income);
  expect(read(first)).toMatchObject({ kind: 'income', kopecks: income.amount });
  expect(read(second)).toMatchObject({ kopecks: income.amount });
});

it('of Sberbank’s pair, the second is no money again', () => {
  const [first, second] = tellTwice(random, 'Сбербанк', draw());
  expect([read(first).kind, read(second).kind]).toEqual(['income', 'duplicate']);
});

it.each(BANKS)('what %s says all day is no money', (bank) => {
  for (const _ of OFTEN) expect(['outgoing', 'unknown']).toContain(read(chatter(random, bank, draw())).kind);
});

it('the hour is Moscow’s', () => {
  const texts = OFTEN.map(() => tellOnce(random, 'ВТБ', draw()).text).filter((text) => text.startsWith('Поступление'));
  for (const text of texts) expect(text).toMatch(/ 00:05$/);
});
