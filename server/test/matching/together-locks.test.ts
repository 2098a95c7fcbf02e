import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import { type RawBuilder, sql } from 'kysely';
import { describe, expect, onTestFinished } from 'vitest';
import type { Database } from '../../src/db/pool.ts';
import { transaction } from '../../src/db/tx.ts';
import { ALONE, createTurns } from '../../src/db/turns.ts';
import { receiveMessage } from '../../src/modules/matching/index.ts';
import { keepTogether } from '../../src/modules/matching/service/keeping.ts';
import { messages } from '../../src/modules/matching/service/receiving.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { holdOpen } from '../support/hold-open.ts';
import { KEPT, test } from './deals-fixture.ts';

// A turn of messages meets rows that others have.

/** Keeps rows locked until it is called, or the test ends. */
async function hold(db: Database, rows: RawBuilder<unknown>): Promise<() => Promise<void>> {
  const letGo = await holdOpen(db, (tx) => rows.execute(tx));
  onTestFinished(letGo);
  return letGo;
}

describe('a turn waits for nobody:', () => {
  test('a cabinet that is in other hands goes alone, and then keeps its message', async ({
    kantor,
    deals,
    heardOf,
    statusOf,
  }) => {
    const all = await deals(8);
    const heard = all.map((deal) => heardOf(deal));
    const letGo = await hold(kantor.db, sql`select from cabinet where id = ${all[2]?.cabinet.id} for no key update`);
    expect(await messages.together(kantor, heard)).toEqual(all.map((_, n) => (n === 2 ? ALONE : KEPT)));
    const alone = messages.alone(kantor, heard[2]!, false);
    await kantor.untilBlocked();
    await letGo();
    await alone;
    for (const deal of all) expect(await statusOf(deal)).toBe('CLOSED');
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('an order that its trader confirms at this moment goes alone, and its message is decided on anew', async ({
    kantor,
    deals,
    heardOf,
    outcomesOf,
    statusOf,
  }) => {
    const all = await deals(8);
    const heard = all.map((deal) => heardOf(deal));
    const confirmed = all[4];
    if (!confirmed) throw new Error('There are eight');
    const letGo = await hold(kantor.db, sql`select from orders where id = ${confirmed.id} for no key update`);
    expect(await messages.together(kantor, heard)).toEqual(all.map((_, n) => (n === 4 ? ALONE : KEPT)));
    const byHand = confirmed.trader.call(confirmOrder, { params: { id: confirmed.id } });
    await kantor.untilBlocked(1);
    const alone = messages.alone(kantor, heard[4]!, false);
    await kantor.untilBlocked(2);
    await letGo();
    await Promise.all([byHand, alone]);
    expect([await outcomesOf(confirmed), await statusOf(confirmed)]).toEqual([['already_closed'], 'CLOSED']);
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('an order that was confirmed after the turn had read it is not paid again', async ({
    kantor,
    deals,
    heardOf,
    outcomesOf,
  }) => {
    const all = await deals(4);
    const heard = all.map((deal) => heardOf(deal));
    const confirmed = all[1];
    if (!confirmed) throw new Error('There are four');
    // The message waits for the order under its lock, having read it as active.
    const letGo = await hold(kantor.db, sql`select from orders where id = ${confirmed.id} for no key update`);
    const byHand = confirmed.trader.call(confirmOrder, { params: { id: confirmed.id } });
    await kantor.untilBlocked(1);
    const waiting = transaction(kantor.db, (tx) => keepTogether(tx, heard, { clock: kantor.clock, busy: 'wait' }));
    await kantor.untilBlocked(2);
    await letGo();
    await byHand;
    const fates = await waiting;
    expect(heard.map((each) => fates.get(each))).toEqual(['kept', 'apart', 'kept', 'kept']);
    await messages.alone(kantor, heard[1]!, false);
    expect(await outcomesOf(confirmed)).toEqual(['already_closed']);
    expect(await verify(kantor.db)).toEqual([]);
  });
});

test('the lists of traders are locked in the order of their ids', async ({ kantor, deals, heardOf }) => {
  const all = (await deals(2)).toSorted((a, b) => (a.trader.id < b.trader.id ? -1 : 1));
  for (const deal of all) await messages.alone(kantor, heardOf(deal, { text: 'первое' }), false);
  const [first, second] = all;
  if (!first || !second) throw new Error('There are two');
  const lockList = (traderId: string) => sql`
    select from list_sequence where owner_id = ${traderId} and list = 'notifications' for no key update nowait`;
  const letGo = await hold(kantor.db, lockList(first.trader.id));
  const turn = transaction(kantor.db, (tx) =>
    keepTogether(tx, [heardOf(second), heardOf(first)], { clock: kantor.clock, busy: 'wait' }),
  );
  await kantor.untilBlocked();
  expect(await transaction(kantor.db, (tx) => lockList(second.trader.id).execute(tx))).toMatchObject({ rows: [{}] });
  await letGo();
  await turn;
});

test('two processes that are told the same at once keep each message once, and close each order once', async ({
  kantor,
  parties,
  dealsOf,
  said,
  statusOf,
  outcomesOf,
}) => {
  const all = await parties(6);
  const processes = [kantor, kantor].map(({ db, clock }) => ({ db, clock, turns: createTurns({ db, clock }) }));
  const rounds = 4;
  for (let round = 1; round <= rounds; round += 1) {
    const deals = await dealsOf(all);
    const told = deals.map(({ cabinet, amount }) => ({ cabinet, message: said(amount) }));
    const byHand = deals.slice(0, 2).map(({ id, trader }) => trader.raw(confirmOrder, { params: { id } }));
    const received = processes.flatMap((deps, n) =>
      // In opposite orders.
      (n === 0 ? told : told.toReversed()).map(({ cabinet, message }) => receiveMessage(deps, cabinet, message)),
    );
    await Promise.all([...received, ...byHand]);
    for (const deal of deals)
      expect([await statusOf(deal), (await outcomesOf(deal)).length]).toEqual(['CLOSED', round]);
  }
  const { rows } = await sql`
    select from order_status_change c join orders on orders.id = order_id
    where trader_id = any(${all.map(({ trader }) => trader.id)}) and c.status = 'CLOSED'`.execute(kantor.db);
  expect(rows).toHaveLength(rounds * all.length);
  expect(await verify(kantor.db)).toEqual([]);
});
