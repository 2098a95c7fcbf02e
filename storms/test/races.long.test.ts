import { expect, test } from 'vitest';
import { runStorm } from '../src/harness/run.ts';
import { races } from '../src/races/storm.ts';
import { broken } from './broken.ts';

test('races: what can happen once happens once', async () => {
  expect(broken(await runStorm(races, { isShort: true }))).toEqual([]);
});
