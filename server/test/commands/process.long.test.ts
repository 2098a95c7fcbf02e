import { login } from '@kantor/contract/wire/auth.ts';
import { scratchFolder } from '@kantor/embedded-postgres/testing';
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { describe, expect, vi } from 'vitest';
import { startEmbedded } from '@kantor/embedded-postgres';
import { kantorTest } from '../support/fixtures.ts';

const CLI = fileURLToPath(new URL('../../src/app/cli.ts', import.meta.url));

interface Outcome {
  code: unknown;
  out: string;
  err: string;
}

/** Runs the command line as a process of its own, which reads what others before it have compiled. */
const test = kantorTest.extend(
  'spawn',
  ({ kantor }) =>
    (args: readonly string[], environment: Record<string, string> = {}) =>
      new Promise<Outcome>((resolve) => {
        const { PATH, NODE_COMPILE_CACHE } = process.env;
        const env = { PATH, NODE_COMPILE_CACHE, DATABASE_URL: kantor.databaseUrl, ...environment };
        execFile(process.execPath, [CLI, ...args], { env }, (error, out, err) => {
          resolve({ code: error ? error.code : 0, out, err });
        });
      }),
);

describe('The command line', () => {
  test('prints each violation of an invariant and exits with 1', async ({ kantor, spawn }) => {
    const { id } = await kantor.createTrader();
    await sql`insert into list_sequence values (${id}, 'orders', 1)`.execute(kantor.db);
    const { code, out, err } = await spawn(['verify']);
    await sql`delete from list_sequence where owner_id = ${id}`.execute(kantor.ownerDb);
    expect(out).toBe(`list_sequence ${id}/orders: goes from 1 to 1, but has 0 rows. Every list is numbered densely.\n`);
    expect(err).toMatch(/^1 violations in \d+ users/);
    expect(code).toBe(1);
  });

  test('works on DATABASE_URL and exits with 0', async ({ kantor, spawn }) => {
    const { code, out, err } = await spawn(['create-trader', 'spawned']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const password = /^Password: (\S+)$/m.exec(out)?.[1] ?? '';
    await kantor.guest.call(login, { body: { username: 'spawned', password } });
  });

  test.for([
    [[], 'Usage: kantor <command>'],
    [['fly'], "unknown command 'fly'"],
    [['block', 'nobody'], 'There is no user "nobody".'],
  ] as const)('tells what is wrong with %j and exits with 1', async ([args, sentence], { spawn }) => {
    const { code, out, err } = await spawn(args);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain(sentence);
    expect(err).not.toContain('    at ');
  });

  // Each is refused before anything is done: no process is needed to see it.
  test.for([
    [['create-trader'], "missing required argument 'username'"],
    [['create-trader', 'one', 'two'], 'too many arguments'],
    [['create-trader', 'one', '--fee-bp', '5'], "unknown option '--fee-bp'"],
    [['create-trader', 'one', '--reward-bp', '1.5'], 'It must be a whole number of basis points from 0 to 10000.'],
    [['create-trader', 'one', '--reward-bp', '10001'], 'It must be a whole number of basis points from 0 to 10000.'],
    [['create-trader', 'one', '--reward-bp', '-1'], 'It must be a whole number of basis points from 0 to 10000.'],
    [['set-rate', '1e3'], 'above 0, at most 100000000000, with at most 4 places.'],
    [['set-rate', '92.00001'], 'above 0, at most 100000000000, with at most 4 places.'],
    [['set-rate', '0'], 'above 0, at most 100000000000, with at most 4 places.'],
    [
      ['deposit', 'one', '0.0000001', '--reference', 'x', '--by', 'anna'],
      'above 0, at most 1000000000, with at most 6 places.',
    ],
    [
      ['deposit', 'one', '--reference', 'x', '--by', 'anna', '--', '-1'],
      'above 0, at most 1000000000, with at most 6 places.',
    ],
    [['deposit', 'one', '1', '--by', 'anna'], "required option '--reference <text>' not specified"],
  ] as const)('refuses %j with a sentence and 1', async ([args, sentence], { kantor, onTestFinished }) => {
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const exit = vi.spyOn(process, 'exit').mockImplementation(() => {
      throw new Error('The process would end here');
    });
    onTestFinished(() => {
      said.mockRestore();
      exit.mockRestore();
    });
    await expect(kantor.cli(...args)).rejects.toThrow('would end here');
    expect(exit).toHaveBeenCalledExactlyOnceWith(1);
    expect(said.mock.calls.join('')).toContain(sentence);
  });

  test('says so when the database does not answer', async ({ spawn }) => {
    const { code, err } = await spawn(['verify'], { DATABASE_URL: 'postgres://nobody:x@127.0.0.1:9/none' });
    expect(code).toBe(1);
    expect(err).toBe('The database in DATABASE_URL does not let us in: connect ECONNREFUSED 127.0.0.1:9.\n');
  });

  test('starts the embedded database for itself, or joins the one that Kantor is running on', async ({ spawn }) => {
    const dataDir = scratchFolder();
    const environment = { DATABASE_URL: '', KANTOR_DATA_DIR: dataDir };
    const deposit = ['deposit', 'first', '5', '--reference', 'x', '--by', 'anna'];
    try {
      expect(await spawn(['create-trader', 'first'], environment)).toMatchObject({ code: 0, err: '' });
      const opened = await spawn(['create-operator', 'anna'], environment);
      const password = /^Password: (\S+)$/m.exec(opened.out)?.[1] ?? '';
      const proven = { ...environment, KANTOR_OPERATOR_PASSWORD: password };
      const running = await startEmbedded({ dataDir: join(dataDir, 'database'), durability: 'full' });
      try {
        expect(await spawn(['create-trader', 'first'], environment)).toMatchObject({
          code: 1,
          err: 'The name "first" is taken.\n',
        });
        expect(await spawn(deposit, proven)).toMatchObject({ code: 0 });
      } finally {
        await running.stop();
      }
      const { out } = await spawn(deposit, proven);
      expect(out).toContain('first has 5.000000 USDT available.');
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
