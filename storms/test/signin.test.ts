import { expect, test } from 'vitest';
import { runStorm } from '../src/harness/run.ts';
import { signin } from '../src/signin/storm.ts';
import { broken } from './broken.ts';

test('signin: nobody is kept from signing in at a browser that is known', async () => {
  expect(broken(await runStorm(signin, { isShort: true }))).toEqual([]);
});
