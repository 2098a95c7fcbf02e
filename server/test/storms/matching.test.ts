import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { MINUTE } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { openAppeal } from '../../src/modules/appeals/index.ts';
import { expireDueOrders } from '../../src/modules/orders/index.ts';
import { SBER, sber, TBANK, tbank, useStage } from '../support/bank-phone.ts';
import { rub, usdt } from '../support/harness.ts';
import { killAtEachStep } from '../kills/kill-at-each-step.ts';

// Messages at the same moment as everything else that may happen to an order.

const { stage, kantor, trader, cabinet } = useStage();

beforeEach(async () => {
  await kantor.createRequisite(trader.id, { cabinetId: cabinet.id, bankId: SBER });
});

const ORDERS = 30;

async function issueMany(first: number): Promise<{ id: string; amount: string }[]> {
  const orders: { id: string; amount: string }[] = [];
  for (let n = 0; n < ORDERS; n += 1) {
    const amount = String(first + n);
    orders.push({ id: await stage.issue(amount), amount });
  }
  kantor.pass(MINUTE);
  return orders;
}

const confirm = async (id: string, event = 'confirm') =>
  (await kantor.send(`/api/v1/orders/${id}/${event}/`, { method: 'POST', token: trader.token })).status;
const cancel = async (id: string) => {
  const headers = { 'idempotency-key': newId(kantor.clock()) };
  const url = `/merchant/v1/orders/${id}/cancel`;
  return (await kantor.send(url, { method: 'POST', token: stage.merchant.key, headers })).status;
};

/** Does everything at once, checking every invariant meanwhile and after. */
async function storm<Result>(work: readonly (() => Promise<Result>)[]): Promise<Result[]> {
  let done = false;
  const finished = Promise.all(work.map((act) => act())).finally(() => (done = true));
  while (!done) expect(await verify(kantor.db)).toEqual([]);
  expect(await verify(kantor.db)).toEqual([]);
  return finished;
}

/** How many orders and messages of this trader there are of each kind. */
async function tally() {
  const { rows } = await sql<{ what: string; n: number }>`
    select 'order ' || status as what, count(*)::integer as n from orders where trader_id = ${trader.id} group by 1
    union all
    select outcome::text, count(*)::integer from notification where trader_id = ${trader.id} group by 1`.execute(
    kantor.db,
  );
  return Object.fromEntries(rows.map(({ what, n }) => [what, n]));
}

const actors = async () => {
  const { rows } = await sql<{ actor: string; n: number }>`
    select actor, count(*)::integer as n from order_status_change join orders on orders.id = order_id
    where trader_id = ${trader.id} and order_status_change.status = 'CLOSED' group by 1`.execute(kantor.db);
  return Object.fromEntries(rows.map(({ actor, n }) => [actor, n]));
};

describe('in a storm of', () => {
  test('messages and confirmations by hand, each order closes once', async () => {
    const orders = await issueMany(1000);
    const answers = await storm(
      orders.flatMap(({ id, amount }) => [() => stage.hear(cabinet, sber(amount)).then(() => 0), () => confirm(id)]),
    );
    const byHand = answers.filter((status) => status === 200).length;
    const byPhone = (await actors())['device'] ?? 0;
    expect([byHand + byPhone, answers.filter((status) => status === 409).length]).toEqual([ORDERS, byPhone]);
    expect(await tally()).toEqual({
      'order CLOSED': ORDERS,
      ...(byPhone > 0 && { paid: byPhone }),
      ...(byHand > 0 && { already_closed: byHand }),
    });
  });

  test('five messages for each order, each order is paid by one', async () => {
    const orders = await issueMany(2000);
    const phoneTime = (n: number) => new Date(kantor.clock().getTime() + n * MINUTE);
    await storm(
      orders.flatMap(({ amount }) =>
        [0, 1, 2, 3, 4].map((n) => () => stage.hear(cabinet, sber(amount), { phoneTime: phoneTime(n) })),
      ),
    );
    expect(await tally()).toEqual({ 'order CLOSED': ORDERS, paid: ORDERS, already_closed: 4 * ORDERS });
  });

  test('the same message sent five times, it is kept once', async () => {
    const orders = await issueMany(3000);
    const accepted = await storm(
      orders.flatMap(({ amount }) =>
        Array.from({ length: 5 }, () => () => stage.hear(cabinet, sber(amount), { messageId: amount })),
      ),
    );
    expect(accepted.flat()).toHaveLength(5 * ORDERS);
    expect(await tally()).toEqual({ 'order CLOSED': ORDERS, paid: ORDERS });
  });

  test('messages and cancellations, each order has one end', async () => {
    const orders = await issueMany(4000);
    const answers = await storm(
      orders.flatMap(({ id, amount }) => [() => stage.hear(cabinet, sber(amount)).then(() => 0), () => cancel(id)]),
    );
    const cancelled = answers.filter((status) => status === 200).length;
    expect(await tally()).toEqual({
      ...(cancelled > 0 && { 'order DECLINED': cancelled, cancelled }),
      ...(cancelled < ORDERS && { 'order CLOSED': ORDERS - cancelled, paid: ORDERS - cancelled }),
    });
  });

  test('messages and appeals, each order is closed by its phone or appealed', async () => {
    const orders = await issueMany(5000);
    const appeal = (id: string, amount: string) =>
      openAppeal(kantor, { merchantId: stage.merchant.id, orderId: id, amount: rub(amount) }).catch(() => undefined);
    const answers = await storm(
      orders.flatMap(({ id, amount }) => [
        () => stage.hear(cabinet, sber(amount)).then(() => undefined),
        () => appeal(id, amount),
      ]),
    );
    const appealed = answers.filter((answer) => answer !== undefined).length;
    expect(await tally()).toEqual({
      ...(appealed > 0 && { 'order APPEAL': appealed, appeal: appealed }),
      ...(appealed < ORDERS && { 'order CLOSED': ORDERS - appealed, paid: ORDERS - appealed }),
    });
  });

  test('late messages, the timer and confirmations of expired orders, nothing closes by a phone', async () => {
    const orders = await issueMany(6000);
    kantor.pass(15 * MINUTE);
    await storm<unknown>([
      () => expireDueOrders(kantor),
      () => expireDueOrders(kantor),
      ...orders.flatMap(({ id, amount }) => [
        () => stage.hear(cabinet, sber(amount)),
        () => confirm(id, 'confirm-expired'),
      ]),
    ]);
    expect((await actors())['device']).toBeUndefined();
    const { expired = 0, already_closed: closed = 0, ...rest } = await tally();
    expect(expired + closed).toBe(ORDERS);
    expect(rest['paid']).toBeUndefined();
  });

  test('messages of two cabinets about two orders of one sum, each closes its own', async () => {
    const second = { id: await kantor.createCabinet(trader.id), traderId: trader.id };
    await kantor.createRequisite(trader.id, { cabinetId: second.id, bankId: TBANK });
    const pairs = await Promise.all(
      Array.from({ length: 10 }, async (_, n) => {
        const amount = String(7000 + n);
        return { amount, ids: [await stage.issue(amount), await stage.issue(amount)] };
      }),
    );
    kantor.pass(MINUTE);
    await storm(
      pairs.flatMap(({ amount }) => [
        () => stage.hear(cabinet, sber(amount)),
        () => stage.hear(second, tbank(amount)),
        () => stage.hear(second, sber(amount)),
      ]),
    );
    expect(await tally()).toEqual({ 'order CLOSED': 20, paid: 20, other_bank: 10 });
  });

  test('messages that two equal orders fit, none closes', async () => {
    await kantor.createRequisite(trader.id, { cabinetId: cabinet.id, bankId: SBER });
    const amounts = Array.from({ length: 10 }, (_, n) => String(8000 + n));
    for (const amount of amounts) for (const _ of [1, 2]) await stage.issue(amount);
    kantor.pass(MINUTE);
    await storm(amounts.flatMap((amount) => [0, 1, 2].map(() => () => stage.hear(cabinet, sber(amount)))));
    expect(await tally()).toEqual({ 'order ACTIVE': 20, ambiguous: 10 });
  });
});

test('a server that is killed at any step of a message keeps all of it, or is sent it again', async () => {
  let text = sber('0');
  let id = '';
  let told = 9000;
  const args = () => [kantor.clock().toISOString(), cabinet.id, trader.id, String(told), text.application, text.text];
  const job = {
    databaseUrl: kantor.databaseUrl,
    job: 'receive-message',
    get args() {
      return args();
    },
  };
  const issue = async () => {
    told += 1;
    text = sber(String(told));
    id = await stage.issue(told);
    kantor.pass(MINUTE);
  };
  const steps = await killAtEachStep(job, issue, async () => {
    await stage.hear(cabinet, text, { messageId: String(told) });
    const { rows } = await sql`
      select (select count(*) from order_status_change where order_id = ${id} and status = 'CLOSED') as closings,
        (select count(*) from notification where cabinet_id = ${cabinet.id} and message_id = ${String(told)}) as messages,
        (select count(*) from outbox where object_id = ${id} and kind = 'order.closed') as events`.execute(kantor.db);
    expect(rows).toEqual([{ closings: 1n, messages: 1n, events: 1n }]);
  });
  expect(steps).toBeGreaterThanOrEqual(6);
  expect((await kantor.balances(trader.id)).held).toBe(usdt('0'));
  expect(await verify(kantor.db)).toEqual([]);
});
