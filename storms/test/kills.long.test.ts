import { expect, test } from 'vitest';
import { runStorm } from '../src/harness/run.ts';
import { kills } from '../src/kills/storm.ts';
import { broken } from './broken.ts';

test('kills: nothing acknowledged is lost, nothing is done twice, webhooks come in order', async () => {
  expect(broken(await runStorm(kills, { isShort: true }))).toEqual([]);
});

test('kills: a PostgreSQL that acknowledges before it has written is found out, by the journal alone', async () => {
  const outcome = await runStorm(kills, { isShort: true, sizes: { loose: 1, kills: 3 } });
  const names = broken(outcome).map(({ name }) => name);
  expect(names).toContain('acknowledged operations that are not there');
  expect(names).not.toContain('`verify`, while it storms and after');
});
