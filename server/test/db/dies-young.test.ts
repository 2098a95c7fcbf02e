import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { NODE_ARGUMENTS } from '../../src/app/node-arguments.mjs';
import { kantorTest as test } from '../support/fixtures.ts';

const run = promisify(execFile);
const PROGRAM = fileURLToPath(new URL('send-statements.ts', import.meta.url));

/** Of what a process has made, how much V8 came to take for objects that live long: in the second half of its life. */
function shareThatBecameOld(output: string): number {
  const collections = output.split('\n').filter((line) => line.includes(' gc=s '));
  const bytes = (name: string) => {
    const each = collections.map((line) => Number(new RegExp(` ${name}=(\\d+)`).exec(line)?.[1]));
    return each.slice(-each.length / 2).reduce((sum, some) => sum + some, 0);
  };
  return bytes('promoted') / bytes('allocated');
}

test('what statements bring is let go with their answers: next to nothing of it becomes old', async ({
  kantor: { databaseUrl },
}) => {
  const { stdout } = await run(process.execPath, [...NODE_ARGUMENTS, '--trace-gc-nvp', PROGRAM], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
  });
  expect(shareThatBecameOld(stdout)).toBeLessThan(0.03);
});
