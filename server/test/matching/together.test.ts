import { blockCabinet } from '@kantor/contract/wire/cabinets.ts';
import { listNotifications } from '@kantor/contract/wire/devices.ts';
import { getOrder } from '@kantor/contract/wire/orders.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { AGAIN, createTurns } from '../../src/db/turns.ts';
import { MINUTE } from '../../src/kernel/clock.ts';
import { receiveMessage } from '../../src/modules/matching/index.ts';
import { hear } from '../../src/modules/matching/service/heard.ts';
import { messages } from '../../src/modules/matching/service/receiving.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { sber } from '../support/bank-phone.ts';
import { type Deal, KEPT, test } from './deals-fixture.ts';

// Messages of many phones that one turn keeps.

describe('a turn of messages', () => {
  test('closes the orders that they pay, and tells each trader', async ({
    kantor,
    deals,
    heardOf,
    outcomesOf,
    eventsSince,
  }) => {
    const all = await deals(8);
    const events = await eventsSince();
    expect(
      await messages.together(
        kantor,
        all.map((deal) => heardOf(deal)),
      ),
    ).toEqual(all.map(() => KEPT));
    for (const deal of all) {
      const order = await deal.trader.call(getOrder, { params: { id: deal.id } });
      expect(order).toMatchObject({ status: 'CLOSED', notifications: [{ outcome: 'paid' }] });
      expect(order.status_history.at(-1)).toMatchObject({ actor: 'device' });
      expect(await outcomesOf(deal)).toEqual(['paid']);
    }
    const rows = await events();
    expect(rows.filter(({ kind }) => kind === 'order.closed').map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    expect(rows.filter(({ kind }) => kind !== 'order.closed')).toMatchObject(
      all.flatMap(({ id, trader }) => [
        { kind: 'notification.new', owner: trader.id },
        { kind: 'order.message', id, owner: trader.id },
      ]),
    );
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('numbers the messages of each trader in the order in which they came', async ({ deals, heardOf, kantor }) => {
    const [one, two] = await deals(2);
    if (!one || !two) throw new Error('There are two');
    const texts = ['a', 'b', 'c', 'd', 'e', 'f'];
    const heard = texts.map((text, n) => heardOf(n % 3 === 0 ? two : one, { text }));
    expect(await messages.together(kantor, heard)).toEqual(texts.map(() => KEPT));
    const textsOf = async ({ trader }: Deal) =>
      (await trader.call(listNotifications)).results.map(({ text }) => text).toReversed();
    expect([await textsOf(one), await textsOf(two)]).toEqual([
      ['b', 'c', 'e', 'f'],
      ['a', 'd'],
    ]);
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('keeps a message once that comes twice in it, under one name or in the same words', async ({
    kantor,
    deals,
    heardOf,
    outcomesOf,
    said,
  }) => {
    const [deal] = await deals(1);
    if (!deal) throw new Error('There is one');
    const { cabinet, amount } = deal;
    const sent = [
      said(amount, { messageId: 'a' }),
      said('77', { messageId: 'a' }),
      said(amount, { messageId: 'b' }),
      // Its name was heard of a repeat only, which is not kept.
      said('78', { messageId: 'b' }),
    ];
    expect(
      await messages.together(
        kantor,
        sent.map((message) => hear(cabinet, message)),
      ),
    ).toEqual(sent.map(() => KEPT));
    expect(await outcomesOf(deal)).toEqual(['no_order', 'paid']);
    expect(
      await messages.together(
        kantor,
        sent.map((message) => hear(cabinet, message)),
      ),
    ).toEqual(sent.map(() => KEPT));
    expect(await outcomesOf(deal)).toHaveLength(2);
    // Another phone's message of the same name is another one.
    const [other] = await deals(1);
    if (!other) throw new Error('There is one');
    await messages.together(kantor, [heardOf(deal, { messageId: 'a' }), heardOf(other, { messageId: 'a' })]);
    expect(await outcomesOf(other)).toEqual(['paid']);
  });

  test('leaves to the next one what may be about an order that it closes', async ({
    kantor,
    deals,
    said,
    outcomesOf,
  }) => {
    const [deal, other] = await deals(2);
    if (!deal || !other) throw new Error('There are two');
    const { cabinet, amount } = deal;
    const again = { text: sber(amount).text.replace('Иван И.', 'Пётр П.') };
    const near = said(`${Number(amount) - 1}`);
    const heard = [said(amount), said(amount, again), near, said('5')].map((message) => hear(cabinet, message));
    heard.push(hear(other.cabinet, said(other.amount)));
    // The fourth is about none of them; but its balance comes after that of one that waits.
    expect(await messages.together(kantor, heard)).toEqual([KEPT, AGAIN, AGAIN, AGAIN, KEPT]);
    expect(await messages.together(kantor, heard.slice(1, 4))).toEqual([KEPT, KEPT, KEPT]);
    expect((await outcomesOf(deal)).toSorted()).toEqual(['already_closed', 'no_order', 'no_order', 'paid']);
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('decides as one message after the other would', async ({ kantor, merchant, deals, said, outcomesOf }) => {
    const both = await deals(2);
    const sums = ['4000', '4000.50', '4010', '4020', '4030'];
    const cases = [...sums, '4000.50', '4010', '4000', '4001', '4030.90', '3999.99', '4031.01', '12'];
    const outcomes: string[][] = [];
    for (const [n, deal] of both.entries()) {
      await sql`update account set traffic_on = (id = ${deal.trader.id}) where role = 'trader'`.execute(kantor.db);
      for (const sum of sums) await merchant.order(sum);
      kantor.pass(MINUTE);
      const sent = cases.map((sum, index) => said(sum, { text: sber(sum).text.replace('Иван', `Иван${index}`) }));
      let heard = sent.map((message) => hear(deal.cabinet, message));
      if (n === 0) for (const each of heard) await messages.alone(kantor, each, false);
      while (n === 1 && heard.length > 0) {
        const decided = await messages.together(kantor, heard);
        expect(decided[0]).toEqual(KEPT);
        heard = heard.filter((_, index) => decided[index] === AGAIN);
      }
      const { results } = await deal.trader.call(listNotifications, { query: { page_size: 100 } });
      outcomes.push(results.map(({ text, outcome, reason }) => `${text} ${outcome} ${reason}`).toSorted());
      expect(await outcomesOf(deal)).toHaveLength(cases.length);
    }
    expect(outcomes[1]).toEqual(outcomes[0]);
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('has one for a cabinet that is not the trader’s: it alone is refused', async ({
    kantor,
    deals,
    said,
    statusOf,
  }) => {
    const all = await deals(8);
    const stranger = await kantor.createTrader();
    const turns = createTurns(kantor);
    const received = await Promise.allSettled(
      all.map(({ cabinet, amount }, n) =>
        receiveMessage({ ...kantor, turns }, n === 5 ? { ...cabinet, traderId: stranger.id } : cabinet, said(amount)),
      ),
    );
    expect(received.map(({ status }) => status === 'fulfilled')).toEqual(all.map((_, n) => n !== 5));
    expect(received[5]).toMatchObject({ reason: { status: 404 } });
    const statuses = await Promise.all(all.map((deal) => statusOf(deal)));
    expect(statuses).toEqual(all.map((_, n) => (n === 5 ? 'ACTIVE' : 'CLOSED')));
  });

  test('closes nothing for a cabinet that is blocked', async ({ kantor, deals, heardOf, outcomesOf, statusOf }) => {
    const all = await deals(3);
    const [blocked, ...others] = all;
    if (!blocked) throw new Error('There are three');
    await blocked.trader.call(blockCabinet, { params: { id: blocked.cabinet.id } });
    expect(
      await messages.together(
        kantor,
        all.map((deal) => heardOf(deal)),
      ),
    ).toEqual(all.map(() => KEPT));
    expect([await outcomesOf(blocked), await statusOf(blocked)]).toEqual([['cabinet_blocked'], 'ACTIVE']);
    for (const deal of others) expect(await statusOf(deal)).toBe('CLOSED');
  });
});
