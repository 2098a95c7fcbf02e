import { expect, test } from 'vitest';
import { everything } from '../src/everything/storm.ts';
import { runStorm } from '../src/harness/run.ts';
import { broken } from './broken.ts';

test('everything: whoever does what at the same time, nobody waits in a circle, and every sum is right', async () => {
  expect(broken(await runStorm(everything, { isShort: true }))).toEqual([]);
});
