import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { NODE_ARGUMENTS, NODE_ENVIRONMENT } from './node-arguments.mjs';

const MEBIBYTE = 2 ** 20;
const ROOT = new URL('../../../', import.meta.url);
const read = (path: string) => readFileSync(fileURLToPath(new URL(path, ROOT)), 'utf8');

test('the image, the unit and the handbook start a server with the same arguments as the launcher', () => {
  const words = ['node', ...NODE_ARGUMENTS.map((each) => each.replace(ROOT.href, './')), 'server/src/app/main.ts'];
  expect(read('Dockerfile')).toContain(`ENTRYPOINT ${JSON.stringify(words).replaceAll(',', ', ')}`);
  const command = words.join(' ');
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
