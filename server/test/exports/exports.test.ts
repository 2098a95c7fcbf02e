import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createExport, getExport, stopExport } from '@kantor/contract/wire/exports.ts';
import { getOrderTotals, listOrders } from '@kantor/contract/wire/orders.ts';
import { listAccountEntries } from '@kantor/contract/wire/platform/accounts.ts';
import { describe, expect } from 'vitest';
import { LISTS } from '../../src/app/lists.ts';
import { transaction } from '../../src/db/tx.ts';
import type { AnyList } from '../../src/http/list.ts';
import { MINUTE } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { PLATFORM_ACCOUNT } from '../../src/kernel/platform.ts';
import { creditDeposits } from '../../src/modules/chain/index.ts';
import { readSheet } from 'read-excel-file/node';
import { freshKantorTest } from '../support/fixtures.ts';
import type { Kantor } from '../support/kantor.ts';
import { foldAll } from '../support/outbox-reading.ts';
import { createRunner, follow, longList, pings, takeFile } from './fixture.ts';

// Which rows each list's file has, and their sums, is counted in platform/lists.test.ts.

const test = freshKantorTest.extend('operator', ({ kantor }) => kantor.createOperator());

/** Deposits of one USDT each: a list that is quickly long. */
async function deposits({ db, clock }: Kantor, traderId: string, count: number) {
  const transfer = { logIndex: 0, amount: 1_000_000n, blockNumber: 1n, rawData: '' };
  const made = Array.from({ length: count }, (_, n) => ({
    id: newId(clock()),
    traderId,
    createdAt: clock(),
    txHash: String(n).padStart(64, '0'),
    ...transfer,
  }));
  await transaction(db, (tx) => creditDeposits(tx, made, clock()));
  return made.map(({ id }) => id);
}

const asked = { list: 'pings' } as const;

/** The list of pings, which does something before a page of it is read. */
const interrupted = (before: (page: number) => Promise<void>): readonly AnyList[] =>
  LISTS.map((list) => {
    if (list.name !== 'pings') return list;
    return {
      ...list,
      read: async (ask) => {
        await before((ask.query as { page: number }).page);
        return list.read(ask);
      },
    };
  });

describe('a short list', () => {
  test('is there with the answer: exactly what is filtered, counted and summed as on the screen', async ({
    kantor,
  }) => {
    const { trader, merchant } = await kantor.activeOrder({ amount: '1500' });
    for (const amount of ['2000', '2500']) await merchant.order(amount);
    const { file, lines } = await takeFile(kantor, trader, { list: 'orders', filters: { min: '1800' } });
    const { results } = await trader.call(listOrders, { query: { min: '1800' } });
    expect(file).toMatchObject({ state: 'done', rows_done: 2, rows_total: 2, is_restarted: false, failure: null });
    expect(lines.slice(1, -1).map((line) => line.split(';')[0])).toEqual(results.map(({ id }) => id));
    const whole = await takeFile(kantor, trader, { list: 'orders', columns: ['amount'] });
    const { statuses } = await trader.call(getOrderTotals);
    expect(statuses).toMatchObject([{ count: 3, amount: '6000.00' }]);
    expect(whole.lines.slice(-2)).toEqual(['Всего строк: 3', '6000,00']);
  });

  test('has the columns of the screen in their order, or all; one that it does not know is left out', async ({
    kantor,
  }) => {
    const { trader, merchant } = await kantor.activeOrder();
    const columns = ['status', 'amount', 'acts', 'created'];
    const { lines } = await takeFile(kantor, trader, { list: 'orders', columns });
    expect(lines[0]).toBe('Статус;Сумма, ₽;Создан');
    const all = async (person: typeof trader) => (await takeFile(kantor, person, { list: 'orders' })).lines[0];
    expect(await all(trader)).not.toContain('Ваш номер');
    expect(await all(merchant)).toContain('Ваш номер');
  });

  test('is a spreadsheet, too', async ({ kantor }) => {
    const { trader } = await kantor.activeOrder({ amount: '1500' });
    const { bytes, headers } = await takeFile(kantor, trader, {
      list: 'orders',
      format: 'xlsx',
      columns: ['status', 'amount', 'usdt', 'created'],
    });
    const [, first, last] = await readSheet(bytes);
    expect(first).toEqual(['Активен', 1500, 15, new Date(kantor.clock().getTime() + 180 * MINUTE)]);
    expect(last).toEqual(['Всего строк: 1', 1500, 15, null]);
    expect(headers).toMatchObject({
      'content-disposition': expect.stringMatching(/^attachment; filename="orders-\d{4}-\d\d-\d\d\.xlsx"$/),
      'cache-control': 'private, no-store',
    });
  });

  test('of an account’s entries is that account’s', async ({ kantor, operator }) => {
    const trader = await kantor.createTrader({ balance: '1000' });
    await kantor.createRequisite(trader.id);
    await (await kantor.createMerchant()).order('1000');
    const params = { id: trader.id };
    const { results } = await operator.call(listAccountEntries, { params });
    const { lines } = await takeFile(kantor, operator, { list: 'platform_entries', object: trader.id });
    expect(lines.slice(1, -1).map((line) => line.split(';')[0])).toEqual(results.map(({ id }) => id));
    expect(lines.at(-1)).toContain(String(results[0]?.balance_after).replace('.', ','));
    const body = { list: 'platform_entries', object: PLATFORM_ACCOUNT } as const;
    expect((await operator.refusal(createExport, { body })).status).toBe(404);
    expect((await operator.refusal(createExport, { body: { list: 'platform_entries' } })).status).toBe(404);
  });

  test('of a filter that the list does not have is refused with its name', async ({ kantor }) => {
    const trader = await kantor.createTrader({ balance: '0' });
    const refused = await trader.refusal(createExport, { body: { ...asked, filters: { color: 'red' } } });
    expect([refused.status, refused.code]).toEqual([400, 'invalid']);
  });
});

describe('a long list', () => {
  test('is a job, of one moment, whatever is written meanwhile', async ({ kantor }) => {
    const trader = await longList(kantor);
    const { id, state, rows_total: total } = await trader.call(createExport, { body: asked });
    expect([state, total]).toEqual(['queued', 5001]);
    const lists = interrupted(async (page) => {
      if (page !== 3) return;
      await pings(kantor, trader.id, 10);
      const seen = await trader.call(getExport, { params: { id } });
      expect(seen).toMatchObject({ state: 'running', rows_total: 5001, url: null });
      expect(seen.rows_done).toBeGreaterThan(0);
    });
    await createRunner(kantor, lists).turn();
    const done = await trader.call(getExport, { params: { id } });
    expect(done).toMatchObject({ state: 'done', rows_done: 5001, snapshot_at: kantor.clock().toISOString() });
    const { text } = await follow(kantor, done.url);
    expect(text).toContain('Всего строк: 5001;;;');
    expect(
      new Set(
        text
          .split('\r\n')
          .slice(1, -2)
          .map((line) => line.slice(0, 36)),
      ).size,
    ).toBe(5001);
  });

  test('of a search that is gone through in steps has all of it', async ({ kantor, operator }) => {
    const trader = await kantor.createTrader({ balance: '0' });
    const ids = await deposits(kantor, trader.id, 1203);
    await foldAll(kantor);
    const body = { list: 'platform_deposits', filters: { min: '0.5' } } as const;
    const { id } = await operator.call(createExport, { body });
    await createRunner(kantor).turn();
    const { text } = await follow(kantor, (await operator.call(getExport, { params: { id } })).url);
    const lines = text.trimEnd().split('\r\n').slice(1);
    expect(lines.at(-1)).toMatch(/^Всего строк: 1203;1203,000000;/);
    expect(new Set(lines.slice(0, -1).map((line) => line.split(';')[2]))).toEqual(new Set(ids));
  });

  test('is begun anew, of a new moment, when its maker died; no row is there twice', async ({ kantor }) => {
    const trader = await longList(kantor);
    const { id } = await trader.call(createExport, { body: asked });
    // The death: what it wrote stays, and its lease.
    const dying = createRunner(
      kantor,
      interrupted(async (page) => {
        if (page === 4) throw new Error('The machine is off');
      }),
    );
    await dying.turn();
    expect(await trader.call(getExport, { params: { id } })).toMatchObject({ state: 'running', is_restarted: false });
    const runner = createRunner(kantor);
    await runner.turn();
    expect(await trader.call(getExport, { params: { id } })).toMatchObject({ state: 'running' });
    kantor.pass(MINUTE);
    await pings(kantor, trader.id, 3);
    await runner.turn();
    const done = await trader.call(getExport, { params: { id } });
    expect(done).toMatchObject({
      state: 'done',
      is_restarted: true,
      rows_done: 5004,
      snapshot_at: kantor.clock().toISOString(),
    });
    const { text } = await follow(kantor, done.url);
    expect(
      new Set(
        text
          .split('\r\n')
          .slice(1, -2)
          .map((line) => line.slice(0, 36)),
      ).size,
    ).toBe(5004);
  });

  test('is not written by a maker that has lost it', async ({ kantor }) => {
    const trader = await longList(kantor);
    const { id } = await trader.call(createExport, { body: asked });
    const second = createRunner(kantor);
    const slow = createRunner(
      kantor,
      interrupted(async (page) => {
        if (page !== 5) return;
        kantor.pass(MINUTE);
        await second.turn();
      }),
    );
    await slow.turn();
    expect(await trader.call(getExport, { params: { id } })).toMatchObject({ state: 'done', is_restarted: true });
    expect(await readdir(join(kantor.settings.dataDir, 'exports'))).toEqual([id]);
  });

  test('is given up after three deaths, with a sentence', async ({ kantor }) => {
    const trader = await longList(kantor);
    const { id } = await trader.call(createExport, { body: asked });
    const dying = createRunner(
      kantor,
      interrupted(() => Promise.reject(new Error('The machine is off'))),
    );
    for (let death = 0; death < 4; death += 1) {
      await dying.turn();
      kantor.pass(MINUTE);
    }
    const failed = await trader.call(getExport, { params: { id } });
    expect([failed.state, failed.failure]).toEqual([
      'failed',
      'Файл не получилось подготовить. Попробуйте ещё раз или уточните фильтры',
    ]);
  });

  test('is stopped, also in the middle, and leaves nothing', async ({ kantor }) => {
    const trader = await longList(kantor);
    const { id } = await trader.call(createExport, { body: asked });
    const params = { id };
    const lists = interrupted(async (page) => {
      if (page !== 3) return;
      expect(await trader.call(stopExport, { params })).toMatchObject({ state: 'stopped', url: null });
    });
    await createRunner(kantor, lists).turn();
    expect(await trader.call(getExport, { params })).toMatchObject({ state: 'stopped', size: null });
    expect(await trader.call(stopExport, { params })).toMatchObject({ state: 'stopped' });
    const left = await readdir(join(kantor.settings.dataDir, 'exports'));
    expect(left.filter((name) => name.startsWith(id))).toEqual([]);
  });

  test('three at a time, an account', async ({ kantor }) => {
    const trader = await longList(kantor);
    const ids = [];
    for (let n = 0; n < 3; n += 1) ids.push((await trader.call(createExport, { body: asked })).id);
    const refused = await trader.refusal(createExport, { body: asked });
    expect([refused.status, refused.code]).toEqual([409, 'exports_busy']);
    await trader.call(stopExport, { params: { id: ids[0] ?? '' } });
    expect(await trader.call(createExport, { body: asked })).toMatchObject({ state: 'queued' });
  });
});
