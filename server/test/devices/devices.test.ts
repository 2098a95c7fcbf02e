import { getDeposit, listDeposits } from '@kantor/contract/wire/deposits.ts';
import { getNotification, listNotifications, listPings } from '@kantor/contract/wire/devices.ts';
import { getOrder } from '@kantor/contract/wire/orders.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { transaction, type Tx } from '../../src/db/tx.ts';
import { newId } from '../../src/kernel/ids.ts';
import { creditDeposits, type NewDeposit } from '../../src/modules/chain/index.ts';
import { insertPing } from '../../src/modules/devices/index.ts';
import { receiveMessage } from '../../src/modules/matching/index.ts';
import { verify } from '../../src/modules/verification/index.ts';
import type { Kantor } from '../support/kantor.ts';
import { usdt } from '../support/money.ts';
import type { Trader } from '../support/people.ts';
import { test as base } from './fixture.ts';

const SPAM = 'Вклад «Лучший процент»: до 18% годовых. Откройте в приложении';
const RAW = '{"ret":[{"contractRet":"SUCCESS"}]}';

/** Writes what phones and the chain bring a trader. */
function recordsOf(kantor: Kantor, trader: Trader, cabinetId: string) {
  const own = () => ({ id: newId(kantor.clock()), traderId: trader.id, createdAt: kantor.clock() });
  const credit = async (tx: Tx, row: NewDeposit) => {
    const [outcome] = await creditDeposits(tx, [row], kantor.clock());
    return outcome?.kind === 'credited';
  };
  const transfer = (txHash: string, logIndex = 0) => {
    const chain = { txHash, logIndex, blockNumber: 77_123_456n, rawData: RAW };
    return { ...own(), ...chain, amount: usdt('1234567.000001') };
  };
  return {
    traderId: trader.id,
    credit,
    transfer,
    ping: async (text: string) => {
      const row = { ...own(), cabinetId, text };
      await transaction(kantor.db, (tx) => insertPing(tx, row));
      return row.id;
    },
    notify: async (messageId: string, text = SPAM) => {
      const message = { messageId, phone: '+79990010101', application: 'ru.sberbankmobile' };
      const heard = { plainRequest: '{"text": "как  было"}', heardAt: kantor.clock() };
      const cabinet = { id: cabinetId, traderId: trader.id };
      await receiveMessage(kantor, cabinet, { ...message, text: `${text} ${messageId}`, ...heard });
      return (await trader.call(listNotifications, { query: { page_size: 1 } })).results[0]?.id ?? '';
    },
    deposit: async (txHash: string, logIndex = 0) => {
      const row = transfer(txHash, logIndex);
      return { id: row.id, isNew: await transaction(kantor.db, (tx) => credit(tx, row)) };
    },
  };
}
type Records = ReturnType<typeof recordsOf>;

const test = base
  .extend('stranger', { scope: 'file' }, ({ kantor }) => kantor.createTrader())
  .extend('records', ({ kantor, trader, cabinetId }) => recordsOf(kantor, trader, cabinetId))
  /** An order with 22 long messages that may be about it, the newest first. */
  .extend('discussed', async ({ kantor, trader, cabinetId, records }) => {
    await kantor.createRequisite(trader.id, { cabinetId });
    const merchant = await kantor.createMerchant();
    const { id } = await merchant.order('100');
    const messageIds: string[] = [];
    for (let n = 0; n < 22; n += 1) {
      kantor.pass(1);
      messageIds.unshift(await records.notify(String(n), '😀'.repeat(600)));
    }
    await sql`
      insert into notification_candidate (notification_id, order_id)
      select id, ${id} from notification where trader_id = ${trader.id}`.execute(kantor.db);
    return { params: { id }, messageIds };
  });

/** Writes the same twice, the second time while the first is not kept yet. @returns whether each was new. */
async function twiceAtOnce({ db, untilBlocked }: Kantor, insert: (tx: Tx) => Promise<boolean>) {
  let second: Promise<boolean> | undefined;
  const first = await transaction(db, async (tx) => {
    const isNew = await insert(tx);
    second = transaction(db, insert);
    await untilBlocked();
    return isNew;
  });
  return [first, (await second) === true];
}

describe('pings', () => {
  test('are listed with the name of their cabinet', async ({ kantor, trader, stranger, records }) => {
    const text = 'На связи, заряд 80%';
    const id = await records.ping(text);
    expect(await trader.call(listPings)).toEqual({
      count: 1,
      results: [{ id, cabinet: { device_name: 'Телефон' }, text, created_at: kantor.clock().toISOString() }],
    });
    expect(await stranger.call(listPings)).toEqual({ count: 0, results: [] });
  });
});

describe('a notification', () => {
  test('is listed without what the phone sent, and read with it, as it was', async ({
    kantor,
    trader,
    stranger,
    records,
  }) => {
    const params = { id: await records.notify('1') };
    const listed = {
      id: params.id,
      phone: '+79990010101',
      application: 'ru.sberbankmobile',
      text: `${SPAM} 1`,
      created_at: kantor.clock().toISOString(),
      order: null,
      cabinet: { device_name: 'Телефон' },
      outcome: 'unread',
      reason: 'Не удалось прочитать сообщение',
      amount: null,
      candidates: [],
    };
    expect(await trader.call(listNotifications)).toEqual({ count: 1, results: [listed] });
    expect(await trader.call(getNotification, { params })).toEqual({
      ...listed,
      plain_request: '{"text": "как  было"}',
      heard_at: kantor.clock().toISOString(),
      tail: null,
      sender: null,
      balance: null,
      candidate_orders: [],
    });
    expect(await stranger.refusal(getNotification, { params })).toMatchObject({ status: 404, code: 'not_found' });
    expect((await stranger.call(listNotifications)).count).toBe(0);
  });

  test('is whole on its own page, and cut in the list', async ({ trader, records }) => {
    const long = '😀'.repeat(3000);
    const id = await records.notify('1', long);
    expect((await trader.call(listNotifications)).results[0]?.text).toBe('😀'.repeat(500));
    expect((await trader.call(getNotification, { params: { id } })).text).toBe(`${long} 1`);
  });
});

test('an order shows the newest twenty messages about it, newest first, cut as in the list', async ({
  trader,
  discussed: { params, messageIds },
}) => {
  const { notifications } = await trader.call(getOrder, { params });
  expect(notifications.map((message) => message.id)).toEqual(messageIds.slice(0, 20));
  expect(notifications[0]?.text).toBe('😀'.repeat(500));
});

describe('a transaction', () => {
  const HASH = 'ab'.repeat(32);

  test('is listed without its raw data, and read with them, as they are', async ({
    kantor,
    trader,
    stranger,
    records,
  }) => {
    const { id } = await records.deposit(HASH);
    const listed = {
      id,
      tx_hash: HASH,
      amount: '1234567.000001',
      block_number: 77_123_456,
      timestamp: kantor.clock().toISOString(),
    };
    expect(await trader.call(listDeposits)).toEqual({ count: 1, results: [listed] });
    expect(await trader.call(getDeposit, { params: { id } })).toEqual({
      ...listed,
      raw_data: RAW,
      confirmations: null,
      confirmations_needed: 19,
    });
    expect(await stranger.refusal(getDeposit, { params: { id } })).toMatchObject({ status: 404, code: 'not_found' });
    expect((await stranger.call(listDeposits)).count).toBe(0);
  });

  test('read from the chain again changes nothing, also at the same moment; another of its transfers is another', async ({
    kantor,
    trader,
    records: { credit, transfer, deposit },
  }) => {
    const hash = 'cd'.repeat(32);
    expect(await twiceAtOnce(kantor, (tx) => credit(tx, transfer(hash)))).toEqual([true, false]);
    expect((await deposit(hash, 1)).isNew).toBe(true);
    expect((await deposit(hash, 1)).isNew).toBe(false);
    expect(await trader.call(listDeposits)).toMatchObject({ count: 2, results: [{}, {}] });
    expect(await verify(kantor.db)).toEqual([]);
  });
});

describe.for([
  ['pings', listPings, ({ ping }: Records, n: number) => ping(String(n))],
  ['notifications', listNotifications, ({ notify }: Records, n: number) => notify(String(n))],
  [
    'deposits',
    listDeposits,
    async ({ deposit, traderId }: Records, n: number) => (await deposit(`${traderId}-${n}`)).id,
  ],
] as const)('%s', ([_what, list, insert]) => {
  test('are listed newest first on any page, each trader’s own', async ({ kantor, trader, stranger, records }) => {
    const ids: string[] = [];
    for (let n = 1; n <= 23; n += 1) ids.unshift(await insert(records, n));
    await insert(recordsOf(kantor, stranger, await kantor.createCabinet(stranger.id)), 1);
    for (const size of [1, 7, 10, 100]) {
      for (let page = 1; page <= Math.ceil(23 / size) + 1; page += 1) {
        const { count, results } = await trader.call(list, { query: { page, page_size: size } });
        expect([count, results.map(({ id }) => id)]).toEqual([23, ids.slice((page - 1) * size, page * size)]);
      }
    }
    expect((await trader.call(list)).results).toHaveLength(10);
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('have no holes when many come at once', async ({ kantor, trader, records }) => {
    await Promise.all(Array.from({ length: 20 }, (_, n) => insert(records, n)));
    const { count, results } = await trader.call(list, { query: { page_size: 100 } });
    expect(count).toBe(20);
    expect(new Set(results.map(({ id }) => id)).size).toBe(20);
    expect(await verify(kantor.db)).toEqual([]);
  });
});
