import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { NODE_ARGUMENTS, NODE_ENVIRONMENT } from './node-arguments.mjs';

const MEBIBYTE = 2 ** 20;
const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8');

test('the image, the unit and the handbook start a server with the same bounds as the launcher', () => {
  expect(read('Dockerfile')).toContain(
    `ENTRYPOINT ${JSON.stringify(['node', ...NODE_ARGUMENTS, 'server/src/app/main.ts']).replaceAll(',', ', ')}`,
  );
  const command = `node ${NODE_ARGUMENTS.join(' ')} server/src/app/main.ts`;
  expect(read('ops/systemd/kantor@.service')).toContain(`ExecStart=/usr/bin/${command} --role %i\n`);
  expect(read('docs/operations.md')).toContain(command);
  for (const [name, value] of Object.entries(NODE_ENVIRONMENT))
    for (const path of ['Dockerfile', 'ops/systemd/kantor@.service', 'docs/operations.md'])
      expect(read(path)).toContain(`${name}=${value} `);
});

test('Node keeps the bounds', () => {
  const ask = 'console.log(require("node:v8").getHeapStatistics().heap_size_limit)';
  const limit = Number(execFileSync(process.execPath, [...NODE_ARGUMENTS, '-e', ask], { encoding: 'utf8' }));
  // The young space counts besides.
  expect(limit / MEBIBYTE).toBeGreaterThanOrEqual(2000);
  expect(limit / MEBIBYTE).toBeLessThan(2048 + 100);
});

test('a server can collect what its start has left', () => {
  expect(execFileSync(process.execPath, [...NODE_ARGUMENTS, '-p', 'typeof gc'], { encoding: 'utf8' }).trim()).toBe(
    'function',
  );
});
