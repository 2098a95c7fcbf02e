import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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

/** A registry of one package, which has it at an address of its own unless that is the usual one. Tells what it was asked for. */
async function openRegistry(address: string) {
  write('tool/package.json', { name: 'tool', version: '1.0.3' });
  execFileSync('npm', ['pack', join(folder, 'tool'), '--silent', '--pack-destination', folder], { cwd: folder });
  const tarball = readFileSync(join(folder, 'tool-1.0.3.tgz'));
  const asked: string[] = [];
  const server = createServer(({ url = '', headers }, answer) => {
    asked.push(url);
    const dist = { tarball: `http://${headers.host}${address}` };
    if (url === address) answer.end(tarball);
    else if (url === '/at/tool')
      answer.end(JSON.stringify({ name: 'tool', versions: { '1.0.3': { name: 'tool', version: '1.0.3', dist } } }));
    else answer.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  write('package.json', { name: 'small', version: '1.0.0', dependencies: { tool: '1.0.3' } });
  write('package-lock.json', {
    name: 'small',
    version: '1.0.0',
    lockfileVersion: 3,
    packages: {
      '': { name: 'small', version: '1.0.0', dependencies: { tool: '1.0.3' } },
      'node_modules/tool': { version: '1.0.3' },
    },
  });
  rmSync(LIST, { force: true });
  const settings = {
    npm_config_registry: `http://127.0.0.1:${port}/at/`,
    npm_config_cache: join(folder, `cache-${port}`),
  };
  return { asked, settings, close: () => server.close() };
}

test('of a registry nothing is asked but the packages themselves', async () => {
  const usual = '/at/tool/-/tool-1.0.3.tgz';
  const { asked, settings, close } = await openRegistry(usual);
  expect(await kantor('C', settings)).toEqual({ code: 7, output: "Installing packages…\n[ 'two words' ]\n" });
  close();
  expect(asked).toEqual([usual]);
  expect(existsSync(join(folder, 'npm-shrinkwrap.json'))).toBe(false);
});

test('a registry that has them elsewhere is asked where', async () => {
  const { asked, settings, close } = await openRegistry('/at/elsewhere.tgz');
  const { code, output } = await kantor('C', settings);
  close();
  expect(code).toBe(7);
  expect(output).toMatch(/npm said:\nnpm error[^]*Installing packages once more…\n\[ 'two words' \]\n$/);
  expect(asked).toEqual(['/at/tool/-/tool-1.0.3.tgz', '/at/tool', '/at/elsewhere.tgz']);
  expect(existsSync(join(folder, 'npm-shrinkwrap.json'))).toBe(false);
});

test('a lock with addresses that a killed launcher has left is gone after the next command', async () => {
  const left = join(folder, 'npm-shrinkwrap.json');
  write('npm-shrinkwrap.json', { name: 'small', lockfileVersion: 3, packages: {} });
  expect(await kantor()).toEqual({ code: 7, output: "[ 'two words' ]\n" });
  expect(existsSync(left)).toBe(false);
});
