import { expect, test } from 'vitest';
import { access } from '../src/access/storm.ts';
import { runStorm } from '../src/harness/run.ts';
import { broken } from './broken.ts';

test('access: nobody gets at what is not theirs', async () => {
  expect(broken(await runStorm(access, { isShort: true }))).toEqual([]);
});
