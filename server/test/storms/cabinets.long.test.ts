import {
  blockCabinet,
  createCabinet,
  getCabinet,
  toggleCabinet,
  updateCabinet,
} from '@kantor/contract/wire/cabinets.ts';
import { archiveRequisite, createRequisite } from '@kantor/contract/wire/requisites.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { transaction } from '../../src/db/tx.ts';
import { atOnce } from '../support/at-once.ts';
import { kantorTest } from '../support/fixtures.ts';

// Cabinets and requisites under several people, or one in two tabs, at the same moment.

const test = kantorTest
  .extend('trader', { scope: 'file' }, ({ kantor }) => kantor.createTrader())
  .extend(
    'create',
    ({ trader }) =>
      async (bank_detail: string[] = []) =>
        (await trader.call(createCabinet, { body: { device_name: 'Samsung', bank_detail } })).id,
  )
  .extend('addRequisite', ({ kantor, trader }) => async () => {
    kantor.pass(1);
    return (await trader.call(createRequisite, { body: { bank_type: 1 } })).id;
  })
  .extend(
    'update',
    ({ trader }) =>
      (id: string, bank_detail: string[]) =>
        trader.call(updateCabinet, { params: { id }, body: { device_name: 'Samsung', bank_detail } }),
  )
  .extend(
    'inside',
    ({ trader }) =>
      async (id: string) =>
        (await trader.call(getCabinet, { params: { id } })).bank_detail.map((requisite) => requisite.id),
  );

test('two cabinets that claim one requisite: one gets it', async ({ create, addRequisite, update, inside }) => {
  for (let i = 0; i < 10; i += 1) {
    const shared: string[] = [await addRequisite(), await addRequisite()];
    const [first, second] = [await create(), await create()];
    // In either order, so that locks taken as they are named would meet.
    const { answers, refusals } = await atOnce([update(first, shared), update(second, shared.toReversed())]);
    expect([answers.length, refusals.map(({ status }) => status)]).toEqual([1, [400]]);
    const [winner, loser] = answers[0]?.id === first ? [first, second] : [second, first];
    expect((await inside(winner)).toSorted()).toEqual(shared.toSorted());
    expect(await inside(loser)).toEqual([]);
  }
});

test('requisites are waited for in the order of their ids: no two updates wait for each other', async ({
  kantor,
  create,
  addRequisite,
  update,
}) => {
  const [first, second] = [await addRequisite(), await addRequisite()];
  const id = await create();
  let waiting: Promise<unknown> | undefined;
  await transaction(kantor.db, async (tx) => {
    await sql`select from requisite where id = ${first} for no key update`.execute(tx);
    waiting = update(id, [second, first]);
    await kantor.untilBlocked();
    const free = await sql`select from requisite where id = ${second} for no key update skip locked`.execute(tx);
    expect(free.rows).toHaveLength(1);
  });
  expect(await waiting).toMatchObject({ id });
});

test('one gives a requisite up and another claims it: it is in one or in none', async ({
  create,
  addRequisite,
  update,
  inside,
}) => {
  for (let i = 0; i < 10; i += 1) {
    const requisite = await addRequisite();
    const [from, to] = [await create([requisite]), await create()];
    const [, claimed] = await Promise.all([update(from, []), atOnce([update(to, [requisite])])]);
    expect(await inside(from)).toEqual([]);
    expect(await inside(to)).toEqual(claimed.answers.length === 1 ? [requisite] : []);
  }
});

test('claimed and archived, a requisite is archived and in no cabinet', async ({
  trader,
  create,
  addRequisite,
  update,
  inside,
}) => {
  for (let i = 0; i < 10; i += 1) {
    const requisite = await addRequisite();
    const id = await create();
    const [claimed] = await Promise.all([
      atOnce([update(id, [requisite])]),
      trader.call(archiveRequisite, { params: { id: requisite } }),
    ]);
    for (const { status } of claimed.refusals) expect(status).toBe(400);
    expect(await inside(id)).toEqual([]);
  }
});

test('switched on and blocked, a cabinet is blocked', async ({ kantor, trader }) => {
  for (let i = 0; i < 10; i += 1) {
    // With a phone, or it could not be switched on. Every second one is on already: only the block can switch it off.
    const params = { id: await kantor.createCabinet(trader.id, { isActive: i % 2 === 0 }) };
    const [toggled] = await Promise.all([
      atOnce([trader.call(toggleCabinet, { params, body: { is_active: true } })]),
      trader.call(blockCabinet, { params }),
    ]);
    for (const { status } of toggled.refusals) expect(status).toBe(409);
    expect(await trader.call(getCabinet, { params })).toMatchObject({ is_active: false, is_blocked_forever: true });
  }
});

test('blocked twice, a cabinet is blocked once', async ({ trader, create }) => {
  const id = await create();
  const block = () => trader.call(blockCabinet, { params: { id } });
  const { answers, refusals } = await atOnce([block(), block()]);
  expect([answers.length, refusals.map(({ status }) => status)]).toEqual([1, [409]]);
});
