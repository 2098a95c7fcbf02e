import { expect, test } from 'vitest';
import { runStorm } from '../src/harness/run.ts';
import { slow } from '../src/slow/storm.ts';
import { broken } from './broken.ts';

test('slow: who takes their time is cut off, and others do not notice', async () => {
  expect(broken(await runStorm(slow, { isShort: true }))).toEqual([]);
});
