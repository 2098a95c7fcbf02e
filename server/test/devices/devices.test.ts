import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transaction, type Tx } from '../../src/db/tx.ts';
import { newId } from '../../src/kernel/ids.ts';
import { creditDeposits, type NewDeposit } from '../../src/modules/chain/index.ts';
import { insertPing } from '../../src/modules/devices/index.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { receiveMessage } from '../../src/modules/matching/index.ts';
import { type Kantor, startKantor, usdt } from '../support/harness.ts';

let kantor: Kantor;
let trader: Awaited<ReturnType<Kantor['createTrader']>>;
let stranger: Awaited<ReturnType<Kantor['createTrader']>>;
let cabinetId: string;

beforeAll(async () => {
  kantor = await startKantor();
  stranger = await kantor.createTrader();
});
afterAll(() => kantor.close());
beforeEach(async () => {
  trader = await kantor.createTrader();
  cabinetId = await kantor.createCabinet(trader.id);
});

const get = async (path: string, who = trader) => (await kantor.send(`/api/v1/${path}`, { token: who.token })).body;
const own = () => ({ id: newId(kantor.clock()), traderId: trader.id, createdAt: kantor.clock() });

const ping = async (text: string) => {
  const row = { ...own(), cabinetId, text };
  await transaction(kantor.db, (tx) => insertPing(tx, row));
  return row.id;
};
const SPAM = 'Вклад «Лучший процент»: до 18% годовых. Откройте в приложении';
const notify = async (messageId: string, text = SPAM) => {
  const message = { messageId, phone: '+79990010101', application: 'ru.sberbankmobile', text: `${text} ${messageId}` };
  const heard = { ...message, plainRequest: '{"text": "как  было"}', heardAt: kantor.clock() };
  await receiveMessage(kantor, { id: cabinetId, traderId: trader.id }, heard);
  return (await get('devicenotifications/?page_size=1')).results[0].id;
};
const RAW = '{"ret":[{"contractRet":"SUCCESS"}]}';
const transfer = (txHash: string, { logIndex = 0, amount = usdt('1234567.000001') } = {}) => ({
  ...own(),
  txHash,
  logIndex,
  amount,
  blockNumber: 77_123_456n,
  rawData: RAW,
});
const credit = async (tx: Tx, row: NewDeposit) => {
  const [outcome] = await creditDeposits(tx, [row], kantor.clock());
  return outcome?.kind === 'credited';
};
const deposit = async (...of: Parameters<typeof transfer>) => {
  const row = transfer(...of);
  return { id: row.id, isNew: await transaction(kantor.db, (tx) => credit(tx, row)) };
};

/** Writes the same twice, the second time while the first is not kept yet. @returns whether each was new. */
async function twiceAtOnce(insert: (tx: Tx) => Promise<boolean>): Promise<[boolean, boolean]> {
  let second: Promise<boolean> | undefined;
  const first = await transaction(kantor.db, async (tx) => {
    const isNew = await insert(tx);
    second = transaction(kantor.db, insert);
    await kantor.untilBlocked();
    return isNew;
  });
  return [first, (await second) === true];
}

describe('pings', () => {
  test('are listed with the name of their cabinet', async () => {
    const id = await ping('На связи, заряд 80%');
    expect(await get('devicenotificationpings/')).toEqual({
      count: 1,
      results: [
        {
          id,
          cabinet: { device_name: 'Телефон' },
          text: 'На связи, заряд 80%',
          created_at: kantor.clock().toISOString(),
        },
      ],
    });
    expect(await get('devicenotificationpings/', stranger)).toEqual({ count: 0, results: [] });
  });
});

describe('a notification', () => {
  test('is listed without what the phone sent, and read with it, as it was', async () => {
    const id = await notify('1');
    const listed = {
      id,
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
    expect(await get('devicenotifications/')).toEqual({ count: 1, results: [listed] });
    expect(await get(`devicenotifications/${id}/`)).toEqual({
      ...listed,
      plain_request: '{"text": "как  было"}',
      heard_at: kantor.clock().toISOString(),
      tail: null,
      sender: null,
      balance: null,
    });
    expect(await get(`devicenotifications/${id}/`, stranger)).toMatchObject({ status: 404, code: 'not_found' });
    expect((await get('devicenotifications/', stranger)).count).toBe(0);
  });

  test('is whole on its own page, and cut in the list', async () => {
    const long = '😀'.repeat(3000);
    const id = await notify('1', long);
    expect((await get('devicenotifications/')).results[0].text).toBe('😀'.repeat(500));
    expect((await get(`devicenotifications/${id}/`)).text).toBe(`${long} 1`);
  });
});

test('an order shows the newest twenty messages about it, newest first, cut as in the list', async () => {
  await kantor.createRequisite(trader.id, { cabinetId });
  const { key } = await kantor.createMerchant();
  const { id: order } = (await kantor.order(key, '100')).body;
  const ids: string[] = [];
  for (let n = 0; n < 22; n += 1) {
    kantor.pass(1);
    ids.unshift(await notify(String(n), '😀'.repeat(600)));
  }
  await sql`
    insert into notification_candidate (notification_id, order_id)
    select id, ${order} from notification where trader_id = ${trader.id}`.execute(kantor.db);
  const { notifications } = await get(`orders/${order}/`);
  expect(notifications.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 20));
  expect(notifications[0].text).toBe('😀'.repeat(500));
});

describe('a transaction', () => {
  const HASH = 'ab'.repeat(32);

  test('is listed without its raw data, and read with them, as they are', async () => {
    const { id } = await deposit(HASH);
    const listed = {
      id,
      tx_hash: HASH,
      amount: '1234567.000001',
      block_number: 77_123_456,
      timestamp: kantor.clock().toISOString(),
    };
    expect(await get('accountwallettransactions/')).toEqual({ count: 1, results: [listed] });
    expect(await get(`accountwallettransactions/${id}/`)).toEqual({
      ...listed,
      raw_data: RAW,
      confirmations: null,
      confirmations_needed: 19,
    });
    expect(await get(`accountwallettransactions/${id}/`, stranger)).toMatchObject({ status: 404, code: 'not_found' });
    expect((await get('accountwallettransactions/', stranger)).count).toBe(0);
  });

  test('read from the chain again changes nothing, also at the same moment; another of its transfers is another', async () => {
    const hash = 'cd'.repeat(32);
    expect(await twiceAtOnce((tx) => credit(tx, transfer(hash)))).toEqual([true, false]);
    expect((await deposit(hash, { logIndex: 1 })).isNew).toBe(true);
    expect((await deposit(hash, { logIndex: 1 })).isNew).toBe(false);
    expect(await get('accountwallettransactions/')).toMatchObject({ count: 2, results: [{}, {}] });
    expect(await verify(kantor.db)).toEqual([]);
  });
});

describe.each([
  ['devicenotificationpings/', (n: number) => ping(String(n))],
  ['devicenotifications/', (n: number) => notify(String(n))],
  ['accountwallettransactions/', async (n: number) => (await deposit(`${trader.id}-${n}`)).id],
] as const)('%s', (path, insert) => {
  test('is listed newest first on any page, each trader’s own', async () => {
    const ids: string[] = [];
    for (let n = 1; n <= 23; n += 1) ids.unshift(await insert(n));
    const mine = trader;
    trader = await kantor.createTrader();
    cabinetId = await kantor.createCabinet(trader.id);
    await insert(1);
    for (const size of [1, 7, 10, 100]) {
      for (let page = 1; page <= Math.ceil(23 / size) + 1; page += 1) {
        const { count, results } = await get(`${path}?page=${page}&page_size=${size}`, mine);
        const found = results.map(({ id }: { id: string }) => id);
        expect([count, found]).toEqual([23, ids.slice((page - 1) * size, page * size)]);
      }
    }
    expect((await get(path, mine)).results).toHaveLength(10);
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('has no holes when many come at once', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, n) => insert(n)));
    const { count, results } = await get(`${path}?page_size=100`);
    expect(count).toBe(20);
    expect(new Set(results.map(({ id }: { id: string }) => id)).size).toBe(20);
    expect(await verify(kantor.db)).toEqual([]);
  });
});
