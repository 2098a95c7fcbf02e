import { spawnSync } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { test as base } from './support/fixture.ts';
import { ROOT, unpacked } from './support/package.ts';

const MAX_BYTES = 15_000;

const test = base.extend('folder', { scope: 'file' }, () => unpacked());

test('the package has the code with its types, nothing else, and is small', async ({ folder }) => {
  const home = join(folder, 'node_modules/@kantor/client');
  const files = globSync('**/*.*', { cwd: home }).filter((name) => statSync(join(home, name)).isFile());
  expect(files.filter((name) => !/^dist\/\w+\.(js|d\.ts)$/.test(name)).toSorted()).toEqual([
    'README.md',
    'package.json',
  ]);
  const sizes = files.filter((name) => name.endsWith('.js')).map((name) => statSync(join(home, name)).size);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_BYTES);
  expect((await stat(join(folder, 'kantor-client-0.1.0.tgz'))).size).toBeLessThan(MAX_BYTES);
  const { dependencies } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'));
  expect(Object.keys(dependencies)).toEqual(['standardwebhooks']);
});

test('a stranger’s TypeScript is checked against its types', async ({ folder }) => {
  const check = async (code: string) => {
    await writeFile(join(folder, 'shop.ts'), `import { createClient, each } from '@kantor/client';\n${code}`);
    const tsc = [join(ROOT, 'node_modules/typescript/bin/tsc'), '--noEmit', '--strict', '--module', 'nodenext'];
    const { stdout, status } = spawnSync(process.execPath, [...tsc, '--types', 'node', 'shop.ts'], { cwd: folder });
    return { status, said: String(stdout) };
  };
  const kantor = `const kantor = createClient({ url: '', key: '' });\n`;
  const good = `for await (const order of each(kantor.listOrders, { status: ['ACTIVE'] })) order.amount satisfies string;`;
  expect(await check(kantor + good)).toEqual({ status: 0, said: '' });
  expect(
    (await check(`${kantor}await kantor.createOrder({ amount: '1', method: 'cash', external_id: 'a' });`)).said,
  ).toContain('\'"cash"\' is not assignable');
});
