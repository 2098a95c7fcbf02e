import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

/** A process that waits for a word, logs more than is written at once, and ends. */
const SPEAKER = `
  import { createLog } from ${JSON.stringify(import.meta.resolve('./log.ts'))};
  const log = createLog('info');
  process.stdin.once('data', () => {
    for (let line = 1; line <= 200; line++) log.info('line', { text: 'x'.repeat(500) + line });
    process.exit(3);
  });
  process.stderr.write('ready');
`;
async function speaker() {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', SPEAKER]);
  await once(child.stderr, 'data');
  return child;
}

test('a process that ends has written its last lines', async () => {
  const child = await speaker();
  child.stdin.write('speak');
  const lines = (await text(child.stdout)).trimEnd().split('\n');
  // A piece that was being written when the end came may follow the rest.
  const numbers = lines.map((line) => Number(/x(\d+)"/.exec(line)?.[1]));
  expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, n) => n + 1));
});

// Four, as it depends on whether the death is met by a line before or by the last ones.
test('a process ends whose output nobody reads any more', { timeout: 30_000 }, async () => {
  const endings = [1, 2, 3, 4].map(async () => {
    const child = await speaker();
    child.stdout.destroy();
    child.stdin.write('speak');
    try {
      return await once(child, 'exit', { signal: AbortSignal.timeout(20_000) });
    } finally {
      child.kill('SIGKILL');
    }
  });
  expect(await Promise.all(endings)).toEqual(endings.map(() => [3, null]));
});
