import { expect, test } from 'vitest';
import { orderTone } from './order-tone';

test.each([
  ['Активен', 'info'],
  ['Закрыт', 'success'],
  ['Истёк', 'warning'],
  ['Апелляция', 'warning'],
  ['Отменён', 'danger'],
  ['Заморожен', 'neutral'],
])('an order that is %s is %s', (status, tone) => {
  expect(orderTone(status)).toBe(tone);
});
