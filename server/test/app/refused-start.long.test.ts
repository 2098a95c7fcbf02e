import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const MAIN = fileURLToPath(new URL('../../src/app/main.ts', import.meta.url));

/** What a process says that cannot start. */
async function refusal(environment: Record<string, string>, role = 'api') {
  const child = spawn(process.execPath, [MAIN, '--role', role], { env: { PATH: process.env['PATH'], ...environment } });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { output: output.trimEnd().split('\n'), errors: errors.trimEnd().split('\n') };
}

const SECRET = 'k7m2px9w4th3nqae8rvyk7m2px9w4th3nqae8rvy';

test('what keeps a process of production from starting is in its log, a line for each sentence', async () => {
  const { output, errors } = await refusal({ NODE_ENV: 'production', KANTOR_JWT_SECRTE: SECRET });
  expect(errors).toEqual(['']);
  const lines = output.map((line) => JSON.parse(line) as Record<string, string>);
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines)
    expect(line).toMatchObject({ level: 'error', event: 'start_failed', time: expect.stringMatching(/Z$/) as string });
  expect(lines.map(({ text: sentence }) => sentence)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^KANTOR_JWT_SECRTE .*KANTOR_JWT_SECRET/)]),
  );
});

test('so is what is found out later', async () => {
  const settings = { NODE_ENV: 'production', KANTOR_JWT_SECRET: SECRET, KANTOR_TRUST_PROXY: 'none' };
  const { output, errors } = await refusal(settings, 'nobody');
  expect(errors).toEqual(['']);
  expect(output.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({ event: 'start_failed', text: '--role must be one of: api, worker, all.' }),
  ]);
});

test('a person reads sentences', async () => {
  const { output, errors } = await refusal({ KANTOR_DEMO: 'maybe', PORT: 'x' });
  expect(output).toEqual(['']);
  expect(errors).toEqual([
    'PORT must be a whole number from 0 to 65535, but is "x".',
    'KANTOR_DEMO must be on or off, but is "maybe".',
  ]);
});
