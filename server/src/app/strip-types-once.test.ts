import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, afterEach, expect, test } from 'vitest';
import { NODE_ARGUMENTS } from './node-arguments.mjs';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'kantor-stripped-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const put = (source: string): string => {
  const file = join(folder, 'program.mts');
  writeFileSync(file, source);
  return file;
};

const run = (file: string, compiled = join(folder, 'compiled')) =>
  spawnSync(process.execPath, [...NODE_ARGUMENTS, file], {
    encoding: 'utf8',
    env: { ...process.env, NODE_COMPILE_CACHE: compiled },
  });

const kept = (): string[] =>
  readdirSync(join(folder, 'compiled', 'stripped')).map((name) => join(folder, 'compiled', 'stripped', name));

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

test('the types of a text are stripped once, and what is kept is what runs', () => {
  const file = put(`const answer: string = 'as written'; console.log(answer);`);
  expect(run(file)).toMatchObject({ stdout: 'as written\n', stderr: '' });
  const [only = '', ...others] = kept();
  expect(others).toEqual([]);
  const text = `const answer         = 'as written'; console.log(answer);`;
  expect(readFileSync(only, 'utf8')).toBe(hashOf(text) + text);
  const another = `console.log('as kept');`;
  writeFileSync(only, hashOf(another) + another);
  expect(run(file).stdout).toBe('as kept\n');
});

test.each([
  ['is empty', () => ''],
  ['is full of zeros', (content: string) => '\0'.repeat(content.length)],
  ['is cut off', (content: string) => content.slice(0, -5)],
])('what %s after a failure of the machine is made anew', (_what, broken) => {
  const file = put(`console.log('as written' as string);`);
  run(file);
  const [only = ''] = kept();
  const whole = readFileSync(only, 'utf8');
  writeFileSync(only, broken(whole));
  expect(run(file)).toMatchObject({ stdout: 'as written\n', stderr: '' });
  expect(readFileSync(only, 'utf8')).toBe(whole);
  expect(kept()).toEqual([only]);
});

test('a text that has changed is stripped anew', () => {
  run(put(`console.log('before' as string);`));
  expect(run(put(`console.log('after' as string);`)).stdout).toBe('after\n');
  expect(kept()).toHaveLength(2);
});

test('an error tells its place in the source', () => {
  const file = put(
    `interface Longer {\n  line: number;\n}\nconst { line }: Longer = { line: 4 };\n\nthrow new Error(String(line));`,
  );
  for (const time of ['first', 'second']) expect(run(file).stderr, time).toContain(`${file}:6`);
});

test('types that cannot just be left out are told by Node', () => {
  const { status, stderr } = run(put('enum Colour { red }'));
  expect(status).not.toBe(0);
  expect(stderr).toContain('ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX');
  expect(stderr).toContain('program.mts');
});

test('a folder in which nothing can be kept changes nothing', () => {
  const file = put(`console.log('runs' as string);`);
  expect(run(file, file)).toMatchObject({ stdout: 'runs\n', stderr: '' });
});

test('without a folder of compiled code nothing is kept', () => {
  const env = { ...process.env, NODE_COMPILE_CACHE: undefined };
  const file = put(`console.log('runs' as string);`);
  expect(execFileSync(process.execPath, [...NODE_ARGUMENTS, file], { encoding: 'utf8', env, cwd: folder })).toBe(
    'runs\n',
  );
  expect(readdirSync(folder)).toEqual(['program.mts']);
});
