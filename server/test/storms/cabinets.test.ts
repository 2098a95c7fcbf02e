import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transaction } from '../../src/db/tx.ts';
import { type Kantor, startKantor } from '../support/harness.ts';

// What several people, or one in two tabs, do with cabinets and requisites at the same moment.

let kantor: Kantor;
let trader: Awaited<ReturnType<Kantor['createTrader']>>;

beforeAll(async () => {
  kantor = await startKantor();
  trader = await kantor.createTrader();
});
afterAll(() => kantor.close());

const post = (path: string, body: object = {}) =>
  kantor.send(`/api/v1/${path}`, { method: 'POST', token: trader.token, body });
const get = async (path: string) => (await kantor.send(`/api/v1/${path}`, { token: trader.token })).body;
const create = async (body: object = {}) => (await post('cabinets/', { device_name: 'Samsung', ...body })).body;
const createRequisite = async () => {
  kantor.pass(1);
  return (await post('bank_details/', { bank_type: 1 })).body.id;
};
const update = (id: string, requisites: string[]) =>
  post(`cabinets/${id}/`, { device_name: 'Samsung', bank_detail: requisites });
const inside = async (cabinet: string): Promise<string[]> =>
  (await get(`cabinets/${cabinet}/`)).bank_detail.map(({ id }: { id: string }) => id);

test('two cabinets that claim one requisite: one gets it', async () => {
  for (let i = 0; i < 10; i += 1) {
    const shared: string[] = [await createRequisite(), await createRequisite()];
    const cabinets = [await create(), await create()];
    // In either order, so that locks taken as they are named would meet.
    const answers = await Promise.all([update(cabinets[0].id, shared), update(cabinets[1].id, shared.toReversed())]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    const winner = answers[0].status === 200 ? 0 : 1;
    expect((await inside(cabinets[winner].id)).toSorted()).toEqual(shared.toSorted());
    expect(await inside(cabinets[1 - winner].id)).toEqual([]);
  }
});

test('requisites are waited for in the order of their ids: no two updates wait for each other', async () => {
  const [first, second] = [await createRequisite(), await createRequisite()];
  const { id } = await create();
  let waiting: ReturnType<typeof update> | undefined;
  await transaction(kantor.db, async (tx) => {
    await sql`select from requisite where id = ${first} for no key update`.execute(tx);
    waiting = update(id, [second, first]);
    await kantor.untilBlocked();
    const free = await sql`select from requisite where id = ${second} for no key update skip locked`.execute(tx);
    expect(free.rows).toHaveLength(1);
  });
  expect((await waiting)?.status).toBe(200);
});

test('one gives a requisite up and another claims it: it is in one or in none', async () => {
  for (let i = 0; i < 10; i += 1) {
    const requisite = await createRequisite();
    const [from, to] = [await create({ bank_detail: [requisite] }), await create()];
    const [given, claimed] = await Promise.all([update(from.id, []), update(to.id, [requisite])]);
    expect(given.status).toBe(200);
    expect(await inside(from.id)).toEqual([]);
    expect(await inside(to.id)).toEqual(claimed.status === 200 ? [requisite] : []);
  }
});

test('claimed and archived, a requisite is archived and in no cabinet', async () => {
  for (let i = 0; i < 10; i += 1) {
    const requisite = await createRequisite();
    const { id } = await create();
    const [claimed, archived] = await Promise.all([
      update(id, [requisite]),
      post(`bank_details/${requisite}/archive/`),
    ]);
    expect([200, 400]).toContain(claimed.status);
    expect(archived.status).toBe(200);
    expect(await inside(id)).toEqual([]);
  }
});

test('switched on and blocked, a cabinet is blocked', async () => {
  for (let i = 0; i < 10; i += 1) {
    const { id } = await create();
    const [toggled, blocked] = await Promise.all([
      post(`cabinets/${id}/toggle/`, { is_active: true }),
      post(`cabinets/${id}/block_forever/`),
    ]);
    expect([200, 409]).toContain(toggled.status);
    expect(blocked.status).toBe(200);
    expect(await get(`cabinets/${id}/`)).toMatchObject({ is_active: false, is_blocked_forever: true });
  }
});

test('blocked twice, a cabinet is blocked once', async () => {
  const { id } = await create();
  const both = await Promise.all([post(`cabinets/${id}/block_forever/`), post(`cabinets/${id}/block_forever/`)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});
