import { expect, test } from 'vitest';
import { fuzz } from '../src/fuzz/storm.ts';
import { runStorm } from '../src/harness/run.ts';
import { broken } from './broken.ts';

test('fuzz: spoiled requests are answered, show nothing of the inside, and do no harm', async () => {
  expect(broken(await runStorm(fuzz, { isShort: true }))).toEqual([]);
});
