import { expect, test } from 'vitest';
import { runStorm } from '../src/harness/run.ts';
import { uploads } from '../src/uploads/storm.ts';
import { broken } from './broken.ts';

test('uploads: hostile files do no harm, large ones at once take little', async () => {
  expect(broken(await runStorm(uploads, { isShort: true }))).toEqual([]);
});
