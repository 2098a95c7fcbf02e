import { expect, test } from 'vitest';
import { runStorm } from '../src/harness/run.ts';
import { signin } from '../src/signin/storm.ts';
import { broken } from './broken.ts';

test('signin: the honest stay signed in, thieves do not, and a flood keeps nobody known out', async () => {
  expect(broken(await runStorm(signin, { isShort: true }))).toEqual([]);
});
