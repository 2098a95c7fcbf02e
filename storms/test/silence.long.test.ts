import { expect, test } from 'vitest';
import { runStorm } from '../src/harness/run.ts';
import { silence } from '../src/silence/storm.ts';
import { broken } from './broken.ts';

test('silence: screens, webhooks and clients go on when the database has vanished without a word', async () => {
  expect(broken(await runStorm(silence, { isShort: true }))).toEqual([]);
});
