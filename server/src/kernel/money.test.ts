import { MAX_MINOR_UNITS } from '@kantor/contract/plain/money.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shareOf, toMicroUsdt } from './money.ts';

const amounts = fc.bigInt({ min: 1n, max: MAX_MINOR_UNITS });
const rates = fc.bigInt({ min: 1n, max: 10n ** 8n });

test('1 500 roubles at 92 are 16.304348 USDT', () => {
  expect(toMicroUsdt(150_000n, 920_000n)).toBe(16_304_348n);
});

test('an exact half is rounded up', () => {
  // 0.01 RUB at 20 000 RUB is 0.0000005 USDT.
  expect(toMicroUsdt(1n, 200_000_000n)).toBe(1n);
});

test('the conversion is the nearest micro-USDT, whatever the amount and the rate', () => {
  fc.assert(
    fc.property(amounts, rates, (kopecks, rate) => {
      const micro = toMicroUsdt(kopecks, rate);
      // |micro − kopecks·10^8 / rate| ≤ 1/2, without a division.
      const twiceError = 2n * (micro * rate - kopecks * 10n ** 8n);
      expect(twiceError > -rate && twiceError <= rate).toBe(true);
    }),
  );
});

test('a share is never more than its basis points and never a whole unit less', () => {
  fc.assert(
    fc.property(amounts, fc.integer({ min: 0, max: 10_000 }), (amount, points) => {
      const exact = amount * BigInt(points);
      const share = shareOf(amount, points);
      expect(share * 10_000n <= exact && exact < (share + 1n) * 10_000n).toBe(true);
    }),
  );
});
