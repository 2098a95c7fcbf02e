import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foreignText } from '../src/wire/device-api.ts';
import { MAX_MESSAGE_LENGTH } from '../src/plain/limits.ts';

// Lone surrogates, controls and all: whatever an SMS may hold.
const hostile = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) });

test('whatever was written is taken, and then can be kept and shown', () => {
  fc.assert(
    fc.property(hostile, fc.integer({ min: 1, max: 500 }), (written, times) => {
      const text = foreignText.parse(written.repeat(times));
      expect(text.isWellFormed()).toBe(true);
      expect(text.length).toBeLessThanOrEqual(MAX_MESSAGE_LENGTH);
      expect(text).not.toMatch(/[^\P{Cc}\t\n\r]/u);
    }),
  );
});

test.each(['Перевод 1 500р от Ивана И.\nБаланс: 20 321.15р', '👨‍👩‍👧 1\u00A0000 ₽', 'a\r\n\tb', ''])(
  'what is in order stays as it is: %j',
  (written) => expect(foreignText.parse(written)).toBe(written),
);
