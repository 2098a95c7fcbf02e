import { expect, test } from 'vitest';
import { isMeant } from './matches';

test.for([
  ['', 'Выплаты', true],
  ['  ', 'Выплаты', true],
  ['выпл', 'Выплаты', true],
  ['ВЫПЛАТЫ', 'Выплаты', true],
  ['dsgkfns', 'Выплаты', true],
  ['ищч', 'box', true],
  ['щквукы', 'Заказы orders', true],
  [';ehy', 'Журнал', true],
  ['лаченые', 'Оплаченные', false],
  ['платы', 'Выплаты', false],
  ['usdt вывести', 'Вывод USDT вывести выводы', true],
  ['счет', 'Счёт', true],
  ['счёт', 'Счет', true],
  ['вывод деньги', 'Вывод', false],
  ['%', 'Выплаты', false],
  ['…', 'Выплаты', false],
  ['(выпл', 'Выплаты', true],
] as const)('%s means %s: %s', ([typed, text, isSo]) => {
  expect(isMeant(typed, text)).toBe(isSo);
});
