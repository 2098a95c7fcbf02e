import { expect, test } from 'vitest';
import { journalTexts, valueText } from './deed-text';

const plain = (text: string) => text.replaceAll('\u00A0', ' ');

test.for([
  ['status', 'IN_WORK', 'в работе'],
  ['status', 'NEW_ONE', 'NEW_ONE'],
  ['role', 'shift', 'смена'],
  ['amount_rub', '23500.00', '23 500,00'],
  ['held_usdt', '1.5', '1,50'],
  ['blocked_at', '2026-01-01T21:30:00Z', '02.01.2026, 00:30'],
  ['proof', '01a20863-73de-76e4-bcd9-7d79a44d28bc', '01a20863-7…'],
  // What somebody wrote stays as it is, also where it looks like a code, an address or a key.
  ['reason', 'owner', 'owner'],
  ['url', 'https://shop.example/a.b', 'https://shop.example/a.b'],
  ['note', 'values.OPEN', 'values.OPEN'],
  ['proof', null, 'пусто'],
  ['is_sbp', true, 'да'],
  ['requisites', ['1'], '["1"]'],
] as const)('%s %j is written %s', ([name, value, written]) => {
  expect(plain(valueText(journalTexts, name, value))).toBe(written);
});
