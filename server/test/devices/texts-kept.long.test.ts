import { createHash } from 'node:crypto';
import { confirmAppeal } from '@kantor/contract/wire/appeals.ts';
import { getNotification, listNotifications } from '@kantor/contract/wire/devices.ts';
import { listOrderMessages } from '@kantor/contract/wire/orders.ts';
import { getPlatformNotification, listPlatformNotifications } from '@kantor/contract/wire/platform/work.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { transaction } from '../../src/db/tx.ts';
import { after, DAY, MINUTE } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { readForgotten, takePlace } from '../../src/db/retention.ts';
import { openAppeal } from '../../src/modules/appeals/index.ts';
import { forgetTexts, insertNotifications, type NewNotification } from '../../src/modules/devices/index.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { takeFile } from '../exports/fixture.ts';
import { killAtEachStep } from '../kills/kill-at-each-step.ts';
import { test as base } from '../matching/fixture.ts';
import { sber } from '../support/bank-phone.ts';
import { holdOpen } from '../support/hold-open.ts';
import { rub } from '../support/money.ts';

// How long what banks wrote is kept (decision 133).

const GONE = 'Текст удалён по сроку хранения';
const SECRET = 'Иван Петрович П.';

const test = base
  .extend(
    'forget',
    ({ kantor }) =>
      (keepMs?: number) =>
        forgetTexts({ ...kantor, ...(keepMs !== undefined && { keepMs }) }),
  )
  /** Messages of so many days ago that fit no order, younger than those of the same age before. @returns their ids. */
  .extend('keep', ({ kantor, trader, cabinet }) => async (daysAgo: number, count: number) => {
    kantor.pass(MINUTE);
    const at = after(kantor.clock(), -daysAgo * DAY);
    const messages = Array.from({ length: count }, () => newId(at)).map((id) => ({
      id,
      cabinet: cabinet as NewNotification['cabinet'],
      messageId: id,
      textHash: createHash('sha256').update(id).digest(),
      phone: '',
      application: '900',
      text: `Перевод 10р от ${SECRET}`,
      plainRequest: SECRET,
      heardAt: at,
      createdAt: at,
      outcome: 'no_order' as const,
      reason: 'Нет активного заказа',
      orderId: null,
      candidates: [],
      amount: 1000n,
      balance: 5000n,
      bank: 'Сбербанк',
      tail: '1234',
      sender: SECRET,
      namesSum: true,
    }));
    const events = messages.map(({ id }) => ({
      kind: 'notification.new' as const,
      objectId: id,
      owners: [trader.id],
      at,
    }));
    await transaction(kantor.db, (tx) => insertNotifications(tx, messages, events));
    return messages.map(({ id }) => id);
  })
  /** Their messages that have a text. */
  .extend('left', ({ kantor, trader }) => async () => {
    const { rows } = await sql<{ id: string }>`
      select id from notification where trader_id = ${trader.id} and text <> '' order by trader_seq`.execute(kantor.db);
    return rows.map(({ id }) => id);
  });

test('a text is deleted after ninety days with what it said of persons; the sum, the outcome and the order stay', async ({
  kantor,
  trader,
  hear,
  issue,
  forget,
}) => {
  const id = await issue('1500');
  await hear(sber('1500'));
  const before = await trader.lastMessage();
  expect(before).toMatchObject({ outcome: 'paid', order: id, amount: '1500.00' });
  expect([before.text, before.sender, before.balance, before.plain_request]).not.toContain(null);
  kantor.pass(90 * DAY - MINUTE);
  await forget();
  expect(await trader.lastMessage()).toEqual(before);
  kantor.pass(2 * MINUTE);
  await forget();
  const gone = { text: GONE, plain_request: GONE, sender: null, tail: null, balance: null };
  expect(await trader.lastMessage()).toEqual({ ...before, ...gone });
  expect(await verify(kantor.db)).toEqual([]);

  expect((await trader.call(listNotifications)).results[0]).toMatchObject({ text: GONE, amount: '1500.00' });
  expect((await trader.readOrder(id)).notifications).toMatchObject([{ text: GONE, outcome: 'paid' }]);
  const { lines } = await takeFile(kantor, trader, { list: 'notifications' });
  expect(lines[1]).toContain(GONE);
  const operator = await kantor.createOperator();
  const query = { account: trader.id };
  expect((await operator.call(listPlatformNotifications, { query })).results[0]).toMatchObject({ text: GONE });
  expect(await operator.call(getPlatformNotification, { params: { id: before.id } })).toMatchObject({ text: GONE });
  expect(await readForgotten(kantor.db)).toContainEqual({ what: 'texts', n: 1n });
});

test('a double of it is still known, and changes nothing', async ({ kantor, trader, hear, issue, forget }) => {
  const phoneTime = new Date('2030-01-01T10:00:00Z');
  await hear(sber('1500'), { messageId: 'a', phoneTime });
  kantor.pass(91 * DAY);
  await forget();
  const next = await issue('1500');
  await hear(sber('1500'), { messageId: 'b', phoneTime });
  await hear(sber('1500'), { messageId: 'a', phoneTime: after(phoneTime, DAY) });
  expect((await trader.call(listNotifications)).count).toBe(1);
  expect((await trader.readOrder(next)).status).toBe('ACTIVE');
});

test('an order may still be confirmed by it', async ({ kantor, trader, hear, issue, forget }) => {
  const id = await issue('1500');
  await hear(sber('1499'));
  kantor.pass(91 * DAY);
  await forget();
  const { results } = await trader.call(listOrderMessages, { params: { id } });
  expect(results).toMatchObject([{ text: GONE, amount: '1499.00', sender: null }]);
});

test('while an appeal is open its order’s messages keep their texts, and lose them after it', async ({
  kantor,
  merchant,
  trader,
  hear,
  issue,
  keep,
  left,
  forget,
}) => {
  const id = await issue('1500');
  const appealId = await openAppeal(kantor, { merchantId: merchant.id, orderId: id, amount: rub('1500') });
  await hear(sber('1500'));
  const { id: message, text } = await trader.lastMessage();
  kantor.pass(91 * DAY);
  const behind = await keep(90.5, 2);
  await forget();
  expect(await left()).toEqual([message]);
  expect((await trader.call(getNotification, { params: { id: message } })).text).toBe(text);
  await trader.call(confirmAppeal, { params: { id: appealId } });
  await forget();
  expect(await left()).toEqual([]);
  expect(behind).toHaveLength(2);
  const { rows } = await sql`select from notification_kept_text`.execute(kantor.db);
  expect(rows).toEqual([]);
});

test('a sender who is a person loses their number', async ({ kantor, trader, hear, forget }) => {
  await hear({ application: '+79161234567', text: 'Перевёл тебе 1500р' });
  await hear({ application: 'ru.unknown.app', text: 'Перевод 1500р' });
  kantor.pass(91 * DAY);
  await forget();
  const { results } = await trader.call(listNotifications);
  expect(results.map(({ application }) => application)).toEqual(['ru.unknown.app', '••••4567']);
  expect(JSON.stringify(results)).not.toContain('916123');
});

test('a term of 0 keeps everything, and a shorter one forgets more', async ({ kantor, keep, left, forget }) => {
  const ids = await keep(50, 3);
  await forget(0);
  await forget(60 * DAY);
  expect(await left()).toEqual(ids);
  await forget(40 * DAY);
  expect(await left()).toEqual([]);
  // Where the worker is, only younger ones come.
  kantor.pass(DAY * 60);
});

test('a turn ends with its time, and the next one goes on where it was', async ({ kantor, keep, left }) => {
  await keep(91, 1200);
  await forgetTexts({ ...kantor, turnMs: 0 });
  expect(await left()).toHaveLength(700);
  await forgetTexts({ ...kantor, turnMs: 0 });
  expect(await left()).toHaveLength(200);
  await forgetTexts({ ...kantor, turnMs: 0 });
  expect(await left()).toEqual([]);
});

test('two workers at once forget each text once, while messages are heard', async ({
  kantor,
  hear,
  keep,
  left,
  forget,
}) => {
  await keep(91, 1700);
  const young = await keep(1, 1);
  const forgotten = async () => (await readForgotten(kantor.db)).find(({ what }) => what === 'texts')?.n ?? 0n;
  const before = await forgotten();
  await Promise.all([forget(), forget(), hear(sber('700'))]);
  await forget();
  const [first, ...others] = await left();
  expect([first, others.length]).toEqual([young[0], 1]);
  expect((await forgotten()) - before).toBe(1700n);
  expect(await verify(kantor.db)).toEqual([]);
});

test('a worker does not wait for another: it leaves the turn to it', async ({ kantor, keep, left, forget }) => {
  const ids = await keep(91, 2);
  const end = await holdOpen(kantor.db, (tx) => takePlace(tx, 'texts'));
  await forget();
  expect(await left()).toEqual(ids);
  await end();
  await transaction(kantor.db, (tx) => takePlace(tx, 'texts'));
  await forget();
  expect(await left()).toEqual([]);
});

test('a worker that is killed at any step leaves whole messages, and the next one ends its work', async ({
  kantor,
  keep,
  left,
  forget,
}) => {
  const job = {
    databaseUrl: kantor.databaseUrl,
    job: 'forget-texts',
    get args() {
      return [kantor.clock().toISOString()];
    },
  };
  let ids: string[] = [];
  let [untouched, done] = [0, 0];
  const steps = await killAtEachStep(
    job,
    async () => {
      ids = await keep(91, 3);
    },
    async () => {
      const found = await left();
      expect([0, 3]).toContain(found.length);
      if (found.length === 3) untouched += 1;
      else done += 1;
      expect(await verify(kantor.db)).toEqual([]);
      await forget();
      expect(await left()).toEqual([]);
    },
  );
  expect(ids).toHaveLength(3);
  expect(steps).toBeGreaterThanOrEqual(5);
  expect([untouched > 2, done > 0]).toEqual([true, true]);
});
