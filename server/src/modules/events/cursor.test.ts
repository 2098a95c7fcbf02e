import { expect, test } from 'vitest';
import type { Position } from '../../outbox/read.ts';
import { createCursors } from './cursor.ts';

const POSITION: Position = '1234567/89';
const own = createCursors(Buffer.from('the secret of this system'));

test('a cursor leads back to its position, at any node with that secret', () => {
  expect(own.decryptCursor(own.encryptCursor(POSITION))).toBe(POSITION);
  expect(createCursors(Buffer.from('the secret of this system')).decryptCursor(own.encryptCursor(POSITION))).toBe(
    POSITION,
  );
});

test('who has not the secret cannot read a cursor, nor make one up', () => {
  const other = createCursors(Buffer.from('the secret of another'));
  expect(other.encryptCursor(POSITION)).not.toBe(own.encryptCursor(POSITION));
  expect(other.decryptCursor(own.encryptCursor(POSITION))).not.toBe(POSITION);
  const plain = Buffer.alloc(16);
  plain.writeBigUInt64BE(1_234_567n, 0);
  plain.writeBigUInt64BE(89n, 8);
  expect(own.encryptCursor(POSITION)).not.toBe(plain.toString('base64url'));
  expect(own.decryptCursor(plain.toString('base64url'))).not.toBe(POSITION);
});

test.each(['', 'x', 'AAAAAAAAAAAAAAAAAAAAAAAA'])('%j is no cursor', (text) => {
  expect(own.decryptCursor(text)).toBeUndefined();
});
