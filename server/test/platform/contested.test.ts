import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import {
  confirmPayout,
  contestPayout,
  createPayout,
  takePayout,
  uploadPayoutPhoto,
} from '@kantor/contract/wire/payouts.ts';
import * as exchange from '@kantor/contract/wire/platform/exchange.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { transaction } from '../../src/db/tx.ts';
import { HOUR, MINUTE } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { confirmAppeal, openAppeal } from '../../src/modules/appeals/index.ts';
import { insertFile } from '../../src/modules/files/index.ts';
import { expireDueOrders } from '../../src/modules/orders/index.ts';
import { createBankPhone, sber } from '../support/bank-phone.ts';
import { freshKantorTest } from '../support/fixtures.ts';
import { rub } from '../support/money.ts';
import { png } from '../support/uploads.ts';

// Whoever decides has all of it on one page: what the payer says, what the bank says, and what happened.

const test = freshKantorTest
  .extend('operator', ({ kantor }) => kantor.createOperator())
  /** An order of 1 500 RUB and the phone of its requisite. */
  .extend('issued', async ({ kantor }) => {
    const { trader, merchant, order } = await kantor.activeOrder();
    const { rows } = await sql<{ cabinet: string }>`
      select cabinet_id as cabinet from requisite where trader_id = ${trader.id}`.execute(kantor.db);
    const phoneOf = (id: string) => createBankPhone(kantor, { id, traderId: trader.id });
    return { trader, merchant, order, hear: phoneOf(rows[0]?.cabinet ?? ''), phoneOf };
  })
  .extend(
    'read',
    ({ operator }) =>
      (id: string) =>
        operator.call(exchange.getPlatformAppeal, { params: { id } }),
  );

describe('the page of an appeal', () => {
  test('has the order, its claim, all appeals against it, and its money', async ({ kantor, issued, read }) => {
    const { trader, merchant, order } = issued;
    const id = await openAppeal(kantor, { merchantId: merchant.id, orderId: order.id, amount: rub('1700.50') });
    const open = await read(id);
    expect(open).toMatchObject({
      id,
      amount: '1700.50',
      paid: null,
      merchant: { name: merchant.username },
      trader: { name: trader.username },
      order_detail: { id: order.id, amount: '1500.00', status: 'APPEAL', trader: { id: trader.id } },
      appeals: [{ id, status: 'OPEN', paid: null }],
      trail: [{ kind: 'order_hold' }],
    });
    expect(open.order_detail.status_history.map(({ status }) => status)).toEqual(['ACTIVE', 'APPEAL']);
    expect(open.order_detail.payee.phone).toMatch(/^•+\d{4}$/);
    kantor.pass(1);
    await confirmAppeal(kantor, { role: 'trader', id: trader.id }, id, rub('1000'));
    expect(await read(id)).toMatchObject({
      paid: '1000.00',
      appeals: [{ id, status: 'PROCESSED', paid: '1000.00' }],
      order_detail: { status: 'CLOSED' },
      trail: [{ kind: 'order_hold' }, { kind: 'order_close' }],
    });
  });

  test('has the receipt, by a link of the one who looks', async ({ kantor, issued, operator, read }) => {
    const { merchant, order } = issued;
    const file = { id: newId(kantor.clock()), name: 'чек.png', mediaType: 'image/png', size: 3 } as const;
    await transaction(kantor.db, (tx) => insertFile(tx, file, merchant.id, kantor.clock()));
    const claim = { merchantId: merchant.id, orderId: order.id, amount: rub('1500'), fileIds: [file.id] };
    const { file: link } = await read(await openAppeal(kantor, claim));
    expect(link).toMatchObject({ name: 'чек.png', url: expect.stringContaining(`/files/${file.id}/`) });
    expect(new URL(link?.url ?? '', 'http://x').searchParams.get('session')).toMatch(/^[0-9a-f-]{36}$/);
    expect(operator.username).not.toBe('');
  });

  test('has what the bank told the phone from two hours before the order to two hours after it, and of what each is', async ({
    kantor,
    issued,
    read,
    operator,
  }) => {
    const { trader, merchant, order, hear, phoneOf } = issued;
    const [made] = await ordersOf(kantor.db, order.id);
    const [begin = 0, end = 0] = [made?.createdAt.getTime(), made?.expiresAt.getTime()];
    const at = (moment: number) => ({ heardAt: new Date(moment), phoneTime: new Date(moment) });
    await hear(sber('1.01'), at(begin - 2 * HOUR - 1));
    await hear(sber('1.02'), at(begin - 2 * HOUR));
    kantor.pass(1);
    await hear(sber('1499'));
    // Of one moment, any may come first.
    kantor.pass(1);
    await hear({ application: '900', text: 'Перевод получил Иван по номеру +79001234567' });
    const other = await kantor.createCabinet(trader.id);
    await phoneOf(other)(sber('1.03'));
    const second = await merchant.order('1600');
    kantor.pass(1);
    await hear(sber('1600'));
    kantor.pass(3 * HOUR);
    await expireDueOrders(kantor);
    await hear(sber('1.04'), at(end + 2 * HOUR));
    await hear(sber('1.05'), at(end + 2 * HOUR + 1));
    const id = await openAppeal(kantor, { merchantId: merchant.id, orderId: order.id, amount: rub('1500') });
    const { messages, has_more_messages: hasMore } = await read(id);
    expect(messages.map(({ amount, order_id: of }) => [amount, of])).toEqual([
      ['1.02', null],
      ['1499.00', null],
      [null, null],
      ['1600.00', second.id],
      ['1.04', null],
    ]);
    expect(hasMore).toBe(false);
    expect(messages[1]).toMatchObject({ balance: '20000.50', sender: 'Иван И.', tail: '4321', device_name: 'Телефон' });
    expect(messages[2]?.text).toBe('Перевод получил Иван по номеру •••••••4567');
    const revealed = await operator.call(exchange.revealPlatformAppeal, { params: { id } });
    expect(revealed).toMatchObject({ is_revealed: true, journal: [{ who: operator.username, action: 'reveal' }] });
    expect(revealed.messages[2]?.text).toContain('+79001234567');
  });

  test('has the message that paid the order, also one that was heard at another time', async ({
    kantor,
    issued,
    read,
  }) => {
    const { trader, merchant, order, hear } = issued;
    kantor.pass(1);
    await hear(sber('1500'));
    await sql`update notification set heard_at = heard_at - interval '5 hours' where order_id = ${order.id}`.execute(
      kantor.ownerDb,
    );
    const another = await merchant.order('1700');
    kantor.pass(16 * MINUTE);
    await expireDueOrders(kantor);
    const id = await openAppeal(kantor, { merchantId: merchant.id, orderId: another.id, amount: rub('1700') });
    expect((await read(id)).messages).toEqual([]);
    await trader.call(confirmOrder, { params: { id: another.id } }).catch(() => undefined);
    await sql`update notification set order_id = ${another.id}`.execute(kantor.ownerDb);
    expect((await read(id)).messages).toMatchObject([{ amount: '1500.00', order_id: another.id }]);
  });
});

test('the page of a contested payout has its proof, who had it, and what was said', async ({ kantor, operator }) => {
  const trader = await kantor.createTrader({ balance: '1000', payoutEnable: true });
  const merchant = await kantor.createMerchant({ payoutEnable: true });
  await kantor.fund(merchant.id, '100');
  const { id } = await merchant.call(createPayout, {
    body: { amount: 500, is_sbp: true, fio: 'Пётр', phone: '+79995554433' },
  });
  const params = { id };
  kantor.pass(1);
  await trader.call(takePayout, { params });
  await trader.call(uploadPayoutPhoto, { params, file: await png('чек.png') });
  await trader.call(confirmPayout, { params });
  await merchant.call(contestPayout, { params, body: { reason: 'Не пришло' } });
  const at = kantor.clock().toISOString();
  expect(await operator.call(exchange.getPlatformPayout, { params })).toMatchObject({
    settlement: 'contested',
    contest_reason: 'Не пришло',
    contested_at: at,
    settled_at: null,
    photo: { name: 'чек.png', url: expect.stringContaining('/files/') },
    takes: [{ trader: trader.username, taken_at: at, ended_at: at, outcome: 'done' }],
    trail: [{ kind: 'payout_hold' }, { kind: 'payout_close' }],
  });
});

const ordersOf = async (db: Parameters<typeof openAppeal>[0]['db'], id: string) =>
  (
    await sql<{ createdAt: Date; expiresAt: Date }>`
      select created_at as "createdAt", expires_at as "expiresAt" from orders where id = ${id}`.execute(db)
  ).rows;
