import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { toggleTraffic } from '@kantor/contract/wire/balance.ts';
import pg from 'pg';
import { expect, inject, vi } from 'vitest';
import { untilAnswered } from '../../src/app/database.ts';
import { assertKeepsPrepared } from '../../src/app/prepared-kept.ts';
import { isUnavailable, unavailableForMs } from '../../src/db/unavailable.ts';
import { SECOND } from '../../src/kernel/clock.ts';
import { diskStore } from '../../src/modules/files/index.ts';
import { freshKantorTest } from '../support/fixtures.ts';
import { collectLog } from '../support/log.ts';

const logged = collectLog('info');
const test = freshKantorTest.extend('options', { log: logged.log });

const failing = (code: string, message = 'it failed') => Object.assign(new Error(message), { code });

test('a server that has become a standby is unavailable, in a problem with a time to come back, and in the log', async ({
  kantor,
}) => {
  const merchant = await kantor.createMerchant();
  const trader = await kantor.createTrader();
  await kantor.createRequisite(trader.id);
  await trader.token();
  const name = new URL(kantor.databaseUrl).pathname.slice(1);
  const setReadOnly = async (isOn: boolean) => {
    const operator = new pg.Client({ connectionString: new URL('/postgres', inject('adminUrl')).href });
    await operator.connect();
    await operator.query(`alter database "${name}" set default_transaction_read_only = ${isOn}`);
    // Connections of before do not know it.
    await operator.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    await operator.end();
  };
  await setReadOnly(true);
  const refusals = [
    await merchant.api.refusal(createMerchantOrder, { body: { amount: '1500', method: 'sbp', external_id: 'x' } }),
    await trader.refusal(toggleTraffic, { body: { is_active: false } }),
  ];
  for (const { status, code, problem, headers } of refusals) {
    expect({ status, code, detail: problem.detail, retryAfter: headers.get('retry-after') }).toEqual({
      status: 503,
      code: 'unavailable',
      detail: 'Сервис временно недоступен. Повторите попытку через несколько секунд',
      retryAfter: '2',
    });
  }
  // A request's line comes after its answer.
  const lines = () => logged.lines().filter(({ status, code }) => status === 503 && code === '25006');
  await vi.waitUntil(() => lines().length > 0, { timeout: 20_000, interval: 5 });
});

test('a full disk is unavailable for longer, whichever disk it is', () => {
  for (const code of ['53100', '53200', 'ENOSPC', 'EDQUOT', 'EROFS']) {
    expect(unavailableForMs(failing(code))).toBe(30 * SECOND);
  }
  for (const code of ['25006', '57P01', '57P03', '08006', '53300', 'ECONNREFUSED', 'EHOSTUNREACH']) {
    expect(unavailableForMs(failing(code))).toBe(2 * SECOND);
  }
  expect(unavailableForMs(new AggregateError([failing('ECONNREFUSED')], ''))).toBe(2 * SECOND);
  expect(isUnavailable(failing('23505'))).toBe(false);
  expect(isUnavailable(new Error('a bug'))).toBe(false);
});

test('an upload that could not be written whole leaves nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kantor-full-'));
  try {
    const store = diskStore(folder);
    // Bytes that cannot be written, as on a full disk.
    const unwritable = { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(failing('ENOSPC')) }) };
    await expect(store.put('ab', unwritable as unknown as Buffer)).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(await readdir(join(folder, 'ab'))).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a start waits for a database that dies or starts, says so once, and gives up on what does not pass', async () => {
  const said: string[] = [];
  const { signal } = new AbortController();
  const patience = { log: (sentence: string) => void said.push(sentence), signal };
  const causes = [failing('57P03', 'the database system is starting up'), failing('25006'), failing('ECONNRESET')];
  const answer = await untilAnswered(() => {
    const cause = causes.shift();
    return cause ? Promise.reject(cause) : Promise.resolve('served');
  }, patience);
  expect(answer).toBe('served');
  expect(said).toEqual([
    'The database in DATABASE_URL does not answer yet (the database system is starting up); waiting for it.',
  ]);

  const away = () => Promise.reject(failing('ECONNREFUSED', 'connect ECONNREFUSED'));
  await expect(untilAnswered(away, { ...patience, limitMs: -1 })).rejects.toThrow(
    'The database in DATABASE_URL does not let us in: connect ECONNREFUSED.',
  );
  const broken = () => Promise.reject(failing('42P01', 'relation "orders" does not exist'));
  await expect(untilAnswered(broken, patience)).rejects.toThrow('relation "orders" does not exist');
});

test('a pooler that loses prepared statements is refused in a sentence', async () => {
  const keeps = { query: () => Promise.resolve() };
  await assertKeepsPrepared(keeps, keeps);
  for (const code of ['26000', '42P05']) {
    const loses = { query: () => Promise.reject(failing(code)) };
    await expect(assertKeepsPrepared(keeps, loses)).rejects.toThrow(
      'The pooler in front of the database loses prepared',
    );
  }
  const dies = { query: () => Promise.reject(failing('57P01')) };
  await expect(assertKeepsPrepared(keeps, dies)).rejects.toMatchObject({ code: '57P01' });
});
