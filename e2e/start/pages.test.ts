import { chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { scratchFolder } from '@kantor/embedded-postgres/testing';
import { allGone, copyLauncher, endAll, LAUNCHER, member, ROOT, run } from './running.ts';

// The launcher's start in a small repository, whose Vite and whose server say what they do.

const folder = scratchFolder();
const START = ['node', 'scripts/run.mjs', 'start'];

/** Answers once it is told of the pages. */
const SERVER = `
process.on('message', (message) => {
  console.log('Kantor: http://127.0.0.1 with', message);
});
process.on('disconnect', () => process.exit());
console.log('The server begins', process.argv.slice(2).join(' '));
`;
/** Ends when a file is there, which tells of the server. */
const vite = (file: string, end: string) => `#!${process.execPath}
const { existsSync, mkdirSync, writeFileSync } = require('node:fs');
while (!existsSync('../${file}'));
${end}
`;
const BUILDS = vite(
  'begun',
  `const out = process.argv[process.argv.indexOf('--outDir') + 1];
mkdirSync(out, { recursive: true });
writeFileSync(out + '/index.html', 'the page');`,
);
const FAILS = vite('seen', `console.log('It does not compile'); process.exit(1);`);

function putVite(source: string): void {
  const file = join(folder, 'node_modules', '.bin', 'vite');
  writeFileSync(file, source);
  chmodSync(file, 0o755);
}

beforeAll(() => {
  copyLauncher(folder);
  for (const path of ['web', 'contract', 'server/src/app', 'node_modules/.bin', 'node_modules/.cache'])
    mkdirSync(join(folder, path), { recursive: true });
  for (const file of ['node-arguments.mjs', 'strip-types-once.mjs'])
    cpSync(join(ROOT, 'server/src/app', file), join(folder, 'server/src/app', file));
  for (const file of ['web/main.ts', 'tsconfig.base.json']) writeFileSync(join(folder, file), '{}');
  for (const file of ['package-lock.json', 'node_modules/.package-lock.json'])
    writeFileSync(join(folder, file), '{"packages":{}}');
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const begins = `import { writeFileSync } from 'node:fs';\nwriteFileSync('begun', '');`;
  writeFileSync(join(folder, 'server/src/app/main.ts'), begins + SERVER);
});
afterEach(endAll);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('pages that cannot be built end the start with what the build said', async () => {
  putVite(FAILS);
  const failed = run(START, {}, folder);
  const server = await member(failed, /main\.ts/);
  writeFileSync(join(folder, 'seen'), '');
  expect(await failed.ended).toBe(1);
  expect(failed.output()).toMatch(/The web pages could not be built:\nIt does not compile/);
  await allGone([server]);
});

test('the server begins while pages are built, and is told when they are there', async () => {
  rmSync(join(folder, 'begun'), { force: true });
  putVite(BUILDS);
  const first = run(START, {}, folder);
  await first.address();
  expect(first.output()).toMatch(/Building[^]*The server begins --await-pages\nKantor: http:\S+ with pages/);
  process.kill(await member(first, LAUNCHER), 'SIGTERM');
  await first.ended;
  const again = run(START, {}, folder);
  await again.address();
  expect(again.output()).not.toContain('Building');
});
