import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { scratchFolder } from '@kantor/embedded-postgres/testing';
import { copyLauncher, endAll, run } from './running.ts';

// The launcher's building in a small repository, whose Vite only waits until all others have begun.

const BUILDERS = 4;
const folder = scratchFolder();
const DIST = join(folder, 'web', 'dist');

afterEach(endAll);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const VITE = `#!${process.execPath}
const { mkdirSync, readdirSync, writeFileSync } = require('node:fs');
const out = process.argv[process.argv.indexOf('--outDir') + 1];
mkdirSync(out, { recursive: true });
mkdirSync('../begun', { recursive: true });
writeFileSync('../begun/' + process.pid, '');
while (readdirSync('../begun').length < ${BUILDERS});
writeFileSync(out + '/index.html', 'the page');
`;

const build = (): Promise<number | undefined> =>
  run(['node', '-e', `import('./scripts/web-build.mjs').then(({ buildWeb }) => buildWeb())`], {}, folder).ended;

test('commands that build the pages at once all get them, and later ones have nothing to build', async () => {
  copyLauncher(folder);
  for (const path of ['web', 'contract', 'node_modules/.bin', 'node_modules/.cache']) {
    mkdirSync(join(folder, path), { recursive: true });
  }
  for (const file of ['web/main.ts', 'package-lock.json', 'tsconfig.base.json'])
    writeFileSync(join(folder, file), '{}');
  const vite = join(folder, 'node_modules', '.bin', 'vite');
  writeFileSync(vite, VITE);
  chmodSync(vite, 0o755);

  expect(await Promise.all(Array.from({ length: BUILDERS }, build))).toEqual(Array(BUILDERS).fill(0));
  expect(readdirSync(DIST).toSorted()).toEqual(['.built-from', 'index.html']);
  // Beside them Node keeps what it compiled.
  const asides = readdirSync(join(folder, 'node_modules', '.cache')).filter((name) => name.startsWith('web-'));
  expect(asides).toEqual([]);

  rmSync(vite);
  expect(await build()).toBe(0);
  writeFileSync(join(folder, 'web', 'main.ts'), 'changed');
  expect(await build()).toBe(1);
  expect(existsSync(join(DIST, 'index.html'))).toBe(true);
});
