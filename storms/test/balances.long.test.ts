import { expect, test } from 'vitest';
import { runStorm } from '../src/harness/run.ts';
import { balances } from '../src/balances/storm.ts';
import { broken } from './broken.ts';

test('balances: nothing is closed that was not paid', async () => {
  expect(broken(await runStorm(balances, { isShort: true }))).toEqual([]);
});
