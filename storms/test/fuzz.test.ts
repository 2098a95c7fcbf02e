import { expect, test } from 'vitest';
import { fuzz } from '../src/fuzz/storm.ts';
import { runStorm } from '../src/harness/run.ts';

/** The gates that hold. Not so far: HTTP/1.1 without a host is refused by Node itself, with an empty 400. */
const REACHED = [
  '5xx',
  'statuses that openapi.json does not name',
  'answers that show a stack, SQL or a path',
  'requests without an answer',
  'servers that ended',
  'memory of a server, the most',
];

test('fuzz: spoiled requests are answered, show nothing of the inside, and do no harm', async () => {
  const { gates } = await runStorm(fuzz, { isShort: true });
  const reached = gates.filter(({ name }) => REACHED.includes(name));
  expect(reached).toHaveLength(REACHED.length);
  expect(reached.filter(({ holds }) => !holds)).toEqual([]);
});
