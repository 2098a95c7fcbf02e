import { expect, test } from 'vitest';
import type { Position } from '../../outbox/read.ts';
import { createSeal } from './seal.ts';

const PLACE: Position = '1234567/89';
const own = createSeal(Buffer.from('the secret of this system'));

test('a place opens where it was sealed, at any node with that secret', () => {
  expect(own.open(own.seal(PLACE))).toBe(PLACE);
  expect(createSeal(Buffer.from('the secret of this system')).open(own.seal(PLACE))).toBe(PLACE);
});

test('who has not the secret cannot read a place, nor make one up', () => {
  const other = createSeal(Buffer.from('the secret of another'));
  expect(other.seal(PLACE)).not.toBe(own.seal(PLACE));
  expect(other.open(own.seal(PLACE))).not.toBe(PLACE);
  const plain = Buffer.alloc(16);
  plain.writeBigUInt64BE(1_234_567n, 0);
  plain.writeBigUInt64BE(89n, 8);
  expect(own.seal(PLACE)).not.toBe(plain.toString('base64url'));
  expect(own.open(plain.toString('base64url'))).not.toBe(PLACE);
});

test.each(['', 'x', 'AAAAAAAAAAAAAAAAAAAAAAAA'])('%j is no place', (text) => {
  expect(own.open(text)).toBeUndefined();
});
