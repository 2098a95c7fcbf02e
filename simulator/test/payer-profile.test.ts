import { expect, it } from 'vitest';
import { createRandom } from '@kantor/demo/random.ts';
import { drawConduct, readShares, USUAL_PROFILE } from '../src/payer-profile.ts';

it('most payers pay as they should', () => {
  const random = createRandom(3);
  const drawn = Array.from({ length: 20_000 }, () => drawConduct(random, USUAL_PROFILE.shares));
  const part = (conduct: string) => drawn.filter((one) => one === conduct).length / drawn.length;
  expect(part('paid')).toBeCloseTo(0.7, 1);
  for (const conduct of ['double', 'late', 'wrong', 'never', 'cancelled']) {
    expect(part(conduct)).toBeGreaterThan(0.03);
    expect(part(conduct)).toBeLessThan(0.1);
  }
});

it('shares are read as they are written, and nobody does what is not named', () => {
  const nobody = { paid: 0, double: 0, late: 0, wrong: 0, never: 0, cancelled: 0 };
  expect(readShares('paid=3, wrong=1')).toEqual({ ...nobody, paid: 3, wrong: 1 });
  for (const text of [
    '',
    'paid',
    'paid=',
    'paid=-1',
    'paid=0',
    'paid=1.5',
    'paid=1,,',
    'generous=1',
    'paid=1;late=2',
  ]) {
    expect(readShares(text), text).toBeUndefined();
  }
});

it('a share that is zero is nobody’s', () => {
  const random = createRandom(4);
  const shares = { paid: 0, double: 0, late: 1, wrong: 0, never: 0, cancelled: 0 };
  expect(new Set(Array.from({ length: 100 }, () => drawConduct(random, shares)))).toEqual(new Set(['late']));
});
