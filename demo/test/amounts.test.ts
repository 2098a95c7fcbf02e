import { expect, it } from 'vitest';
import { drawAmount } from '../src/amounts.ts';
import { createRandom } from '../src/random.ts';

const MANY = 20_000;

it('draws round and uneven amounts within the limits of requisites', () => {
  const random = createRandom(2);
  const amounts = Array.from({ length: MANY }, () => drawAmount(random));
  const part = (isSuch: (kopecks: bigint) => boolean) => amounts.filter(isSuch).length / MANY;
  expect(part((kopecks) => kopecks >= 100_00n && kopecks <= 62_500_00n)).toBe(1);
  expect(part((kopecks) => kopecks % 500_00n === 0n)).toBeGreaterThan(0.5);
  expect(part((kopecks) => kopecks % 100n !== 0n)).toBeGreaterThan(0.15);
});
