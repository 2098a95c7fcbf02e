import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { scratchFolder } from '@kantor/embedded-postgres/testing';
import { copyLauncher, endAll, run } from './running.ts';

// The launcher in a small repository whose only package is its own, so that npm needs no network.

const folder = scratchFolder();
const LIST = join(folder, 'node_modules', '.package-lock.json');

afterEach(endAll);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, content: unknown): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content));
}

function writePackages(version: string): void {
  const tool = { name: 'tool', version };
  write('package.json', { name: 'small', version: '1.0.0', dependencies: { tool: 'file:tool' } });
  write('tool/package.json', tool);
  write('package-lock.json', {
    name: 'small',
    version: '1.0.0',
    lockfileVersion: 3,
    packages: {
      '': { name: 'small', version: '1.0.0', dependencies: { tool: 'file:tool' } },
      'node_modules/tool': { version, resolved: 'file:tool' },
    },
  });
}

async function kantor(language = 'C', extra = {}): Promise<{ code: number | undefined; output: string }> {
  const command = ['node', 'scripts/run.mjs', 'kantor', 'two words'];
  const running = run(command, { LC_ALL: language, npm_config_install_links: 'true', ...extra }, folder);
  return { code: await running.ended, output: running.output() };
}

test('packages are installed when there are none, when they are not those of the lock, and after a cut', async () => {
  copyLauncher(folder);
  write('server/src/app/cli.ts', `console.log(process.argv.slice(2) satisfies string[]); process.exitCode = 7;`);
  const done = "[ 'two words' ]\n";

  writePackages('1.0.0');
  expect(await kantor()).toEqual({ code: 7, output: `Installing packages…\n${done}` });
  expect(await kantor()).toEqual({ code: 7, output: done });

  writePackages('1.0.1');
  expect(await kantor('ru_RU.UTF-8')).toEqual({ code: 7, output: `Устанавливаем пакеты…\n${done}` });
  expect(await kantor()).toEqual({ code: 7, output: done });
  expect(readFileSync(LIST, 'utf8')).toContain('1.0.1');

  rmSync(LIST);
  expect(await kantor()).toEqual({ code: 7, output: `Installing packages…\n${done}` });
});

test("a failed installation shows npm's own words, without its manual", async () => {
  write('package.json', { name: 'small', version: '1.0.0', dependencies: { tool: 'file:tool', other: 'file:other' } });
  rmSync(LIST, { force: true });
  const { code, output } = await kantor();
  expect(code).toBe(1);
  expect(output).toMatch(/^Installing packages…\nThe packages could not be installed\. npm said:\nnpm error/);
  expect(output).not.toContain('Usage');
  expect(existsSync(LIST)).toBe(false);
});

test('npm that was cut off gets another try, and the cause is shown', async () => {
  writePackages('1.0.2');
  // The first npm is killed in its work, as by a system out of memory; the second one is the real one.
  const bin = join(folder, 'bin');
  write('bin/npm', '#!/bin/sh\nrm "$0"\necho half a word\nkill -9 $$\n');
  chmodSync(join(bin, 'npm'), 0o755);
  expect(await kantor('C', { PATH: [bin, process.env.PATH].join(delimiter) })).toEqual({
    code: 7,
    output:
      'Installing packages…\nThe packages could not be installed. npm said:\nhalf a word\nnpm: SIGKILL\n\n' +
      "Installing packages once more…\n[ 'two words' ]\n",
  });
});
