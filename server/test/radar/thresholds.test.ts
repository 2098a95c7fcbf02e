import { blockAccount } from '@kantor/contract/wire/platform/account-actions.ts';
import { acknowledgeFigure, listThresholds, setThreshold } from '@kantor/contract/wire/platform/radar.ts';
import { stopTraffic } from '@kantor/contract/wire/platform/traffic.ts';
import { getRadar } from '@kantor/contract/wire/platform/radar.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { DAY, MINUTE } from '../../src/kernel/clock.ts';
import { runRadar } from '../../src/modules/radar/index.ts';
import { acting } from '../actions/fixture.ts';
import { type Past, test as base } from './fixture.ts';

const closed = (n: number, message?: 'already_closed'): Past[] =>
  Array.from({ length: n }, () => ({ status: 'CLOSED', ...(message && { message }) }));

const test = base
  /** Six of twenty were confirmed without a message: 30 %, the threshold that a database begins with. */
  .extend('atThreshold', ({ history, trader, count }) => async () => {
    await history.orders([...closed(6), ...closed(14, 'already_closed')]);
    await count();
    return trader;
  });

const WITHOUT = 'without_message';

describe('a threshold', () => {
  test('is crossed by the value that it names, and not by one below', async ({
    trader,
    history,
    count,
    figure,
    inbox,
  }) => {
    await history.orders([...closed(6), ...closed(15, 'already_closed')]);
    await count();
    expect(await figure('trader', trader.id, WITHOUT)).toMatchObject({ value: 2857, state: 'fine', crossed_at: null });
    expect(await inbox()).toBeUndefined();
    await history.orders(closed(1));
    await count();
    expect(await figure('trader', trader.id, WITHOUT)).toMatchObject({ value: 3181, state: 'crossed' });
    expect(await inbox()).toMatchObject({ count: 1 });
  });

  test('exactly met is crossed, with twenty orders and not with nineteen', async ({
    kantor,
    trader,
    history,
    count,
    figure,
    inbox,
  }) => {
    await history.orders([...closed(6), ...closed(13, 'already_closed')]);
    await count();
    expect(await figure('trader', trader.id, WITHOUT)).toMatchObject({ sample: 19, value: 3157, state: 'few' });
    expect(await inbox()).toBeUndefined();
    await history.orders(closed(1, 'already_closed'));
    await count();
    const crossedAt = kantor.clock().toISOString();
    expect(await figure('trader', trader.id, WITHOUT)).toMatchObject({
      sample: 20,
      value: 3000,
      state: 'crossed',
      crossed_at: crossedAt,
    });
    await count();
    // It has been crossed since then, and the inbox says so.
    expect(await inbox()).toMatchObject({ count: 1, since: crossedAt });
    await history.orders(closed(5, 'already_closed'));
    await count();
    expect(await figure('trader', trader.id, WITHOUT)).toMatchObject({ state: 'fine', crossed_at: null });
    expect(await inbox()).toBeUndefined();
  });

  test('is changed by an operator, who is told first whom it would list', async ({
    operator,
    trader,
    atThreshold,
    figure,
    inbox,
  }) => {
    await atThreshold();
    const higher = acting(operator, setThreshold, { figure: WITHOUT, threshold: 3001, least: 20 });
    const told = await higher.preview();
    expect(told).toMatchObject({
      changes: [{ facts: [{ name: 'threshold_bp', before: 3000, after: 3001 }] }],
      notes: [{ code: 'radar_lists_nobody' }],
    });
    // Nothing has changed by asking.
    expect(await inbox()).toMatchObject({ count: 1 });
    await higher.carryOut(told);
    expect([await inbox(), (await figure('trader', trader.id, WITHOUT)).state]).toEqual([undefined, 'fine']);
    const { version: _, ...back } = await acting(operator, setThreshold, {
      figure: WITHOUT,
      threshold: 3000,
      least: 20,
    }).preview();
    expect(back.notes).toEqual([{ code: 'radar_lists', values: { count: 1, names: trader.username } }]);
    await acting(operator, setThreshold, { figure: WITHOUT, threshold: 1, least: 21 }).done();
    expect(await figure('trader', trader.id, WITHOUT)).toMatchObject({ state: 'few' });
    await acting(operator, setThreshold, { figure: WITHOUT, threshold: null, least: 20 }).done();
    expect(await figure('trader', trader.id, WITHOUT)).toMatchObject({ state: 'unwatched', value: 3000 });
    expect(await operator.call(listThresholds)).toContainEqual({ figure: WITHOUT, threshold: null, least: 20 });
  });

  test('of a merchant is crossed as that of a trader', async ({ merchant, history, count, figure, inbox }) => {
    await history.orders([
      ...Array.from({ length: 14 }, (): Past => ({ status: 'EXPIRED' })),
      ...closed(6, 'already_closed'),
    ]);
    await count();
    expect(await figure('merchant', merchant.id, 'never_paid')).toMatchObject({ value: 7000, state: 'crossed' });
    expect(await inbox()).toMatchObject({ count: 1 });
  });
});

describe('a crossed figure', () => {
  const acknowledge = (days: number) => ({ figure: WITHOUT, days, reason: 'Без телефона: ждём SIM' }) as const;

  test('that was taken note of is quiet for so many days, and then asks again', async ({
    kantor,
    operator,
    atThreshold,
    figure,
    inbox,
  }) => {
    const { id } = await atThreshold();
    await acting(operator, acknowledgeFigure, acknowledge(3), id).done();
    const until = new Date(kantor.clock().getTime() + 3 * DAY).toISOString();
    expect(await inbox()).toBeUndefined();
    expect(await figure('trader', id, WITHOUT)).toMatchObject({
      state: 'acknowledged',
      acknowledged: { by: operator.username, until, reason: 'Без телефона: ждём SIM' },
    });
    kantor.pass(3 * DAY - 1);
    expect(await inbox()).toBeUndefined();
    kantor.pass(1);
    expect(await inbox()).toMatchObject({ count: 1 });
    expect(await figure('trader', id, WITHOUT)).toMatchObject({ state: 'crossed', acknowledged: null });
  });

  test('asks earlier when it gets worse by more than a tenth of the threshold', async ({
    operator,
    atThreshold,
    history,
    count,
    figure,
    inbox,
  }) => {
    const { id } = await atThreshold();
    await acting(operator, acknowledgeFigure, acknowledge(30), id).done();
    await history.orders(closed(1));
    await count();
    expect(await figure('trader', id, WITHOUT)).toMatchObject({ value: 3333, state: 'crossed' });
    expect(await inbox()).toMatchObject({ count: 1 });
    await history.orders(closed(1, 'already_closed'));
    await count();
    // 7 of 22: no more than a tenth above.
    expect(await figure('trader', id, WITHOUT)).toMatchObject({ value: 3181, state: 'acknowledged' });
    expect(await inbox()).toBeUndefined();
  });

  test('that is below its threshold again, or was never counted, cannot be taken note of', async ({
    kantor,
    operator,
    trader,
    count,
  }) => {
    await count();
    const refused = await acting(operator, acknowledgeFigure, acknowledge(1), trader.id).refusedPreview();
    expect([refused.status, refused.code]).toEqual([409, 'not_crossed']);
    const newcomer = await kantor.createTrader();
    expect((await acting(operator, acknowledgeFigure, acknowledge(1), newcomer.id).refusedPreview()).status).toBe(404);
  });

  test('of an account that is blocked, or whose traffic is stopped, asks for nothing', async ({
    kantor,
    operator,
    atThreshold,
    inbox,
    listed,
  }) => {
    const { id } = await atThreshold();
    expect((await listed({ status: 'CROSSED' })).map((row) => row.id)).toEqual([id]);
    await acting(operator, stopTraffic, { reason: 'Разбираемся' }, id).done();
    expect([await inbox(), await listed({ status: 'CROSSED' })]).toEqual([undefined, []]);
    expect((await listed()).map((row) => row.stopped?.reason)).toEqual(['Разбираемся']);
    await sql`update account set traffic_stopped_at = null, traffic_stop_reason = null`.execute(kantor.db);
    expect(await inbox()).toMatchObject({ count: 1 });
    await acting(operator, blockAccount, { reason: 'Обман' }, id).done();
    expect([await inbox(), await listed()]).toEqual([undefined, []]);
  });
});

describe('the page', () => {
  test('has the worst first: by crossed thresholds, by one figure, and finds by name', async ({
    kantor,
    trader,
    atThreshold,
    listed,
    count,
  }) => {
    const idle = await kantor.createTrader();
    await atThreshold();
    const order = async (query: object) => (await listed(query)).map(({ id }) => id);
    expect(await order({})).toEqual([trader.id, idle.id]);
    // Who has nothing to count comes last, whatever is sorted by.
    expect(await order({ sort: 'confirm_time' })).toEqual([trader.id, idle.id]);
    await sql`update radar_figure set value = 9000, whole = 1, sample = 30 where account_id = ${idle.id} and figure = 'silence'`.execute(
      kantor.ownerDb,
    );
    expect(await order({ sort: 'silence' })).toEqual([idle.id, trader.id]);
    expect(await order({ search: idle.username.toUpperCase() })).toEqual([idle.id]);
    await count();
    expect(await order({ page: 2, page_size: 10 })).toEqual([]);
  });

  test('is the platform’s, and changes need the right to accounts', async ({
    kantor,
    operator,
    trader,
    merchant,
    count,
  }) => {
    await count();
    for (const person of [trader, merchant]) expect((await person.refusal(getRadar, {})).status).toBe(403);
    const support = await kantor.createMember(operator.id, 'support');
    expect((await support.call(getRadar)).results.map(({ id }) => id).toSorted()).toEqual(
      [trader.id, merchant.id].toSorted(),
    );
    const body = { figure: WITHOUT, threshold: 1, least: 1 } as const;
    expect((await support.refusal(setThreshold.preview, { body })).status).toBe(403);
  });
});

describe('the turn', () => {
  test('is taken by one worker at a time, every five minutes, and tells open pages', async ({ kantor, trader }) => {
    expect(trader.id).toBeDefined();
    const events = async () =>
      (await sql`select from outbox where kind = 'radar.changed'`.execute(kantor.db)).rows.length;
    const both = await Promise.all([runRadar(kantor), runRadar(kantor)]);
    expect([both.filter(Boolean).length, await events()]).toEqual([1, 1]);
    kantor.pass(5 * MINUTE - 1);
    expect(await runRadar(kantor)).toBe(false);
    kantor.pass(1);
    expect(await runRadar(kantor)).toBe(true);
  });

  test('that was broken off is taken over when its lease has passed, and leaves the same figures', async ({
    kantor,
    atThreshold,
    figure,
  }) => {
    const { id } = await atThreshold();
    const before = await figure('trader', id, WITHOUT);
    kantor.pass(5 * MINUTE);
    // A worker has taken the turn and died.
    await sql`update radar_turn set leased_until = ${new Date(kantor.clock().getTime() + 10 * MINUTE)}`.execute(
      kantor.db,
    );
    kantor.pass(10 * MINUTE - 1);
    expect(await runRadar(kantor)).toBe(false);
    kantor.pass(1);
    expect(await runRadar(kantor)).toBe(true);
    expect(await figure('trader', id, WITHOUT)).toEqual(before);
  });
});
