import { expect, test } from 'vitest';
import { attack } from './fuzz.ts';
import { seeded } from './mutations.ts';

// Always the same ones: what fails here can be tried again.
test('100 000 hostile texts: none throws, takes long, or is read for what it is not', { timeout: 180_000 }, () => {
  expect(attack(100_000, seeded(20_250_601)).complaints).toEqual([]);
});
