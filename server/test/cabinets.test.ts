import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '../src/db/tx.ts';
import { newId } from '../src/kernel/ids.ts';
import { type Kantor, startKantor } from './harness.ts';

let kantor: Kantor;
let trader: Awaited<ReturnType<Kantor['createTrader']>>;
let stranger: Awaited<ReturnType<Kantor['createTrader']>>;
let merchant: Awaited<ReturnType<Kantor['createMerchant']>>;

beforeAll(async () => {
  kantor = await startKantor();
  stranger = await kantor.createTrader();
  merchant = await kantor.createMerchant();
});
afterAll(() => kantor.close());
// The requisites of the tests before take no orders of this one.
beforeEach(async () => {
  await sql`update users set traffic_on = false where role = 'trader'`.execute(kantor.db);
  trader = await kantor.createTrader();
});

const post = (path: string, body: object = {}, who = trader) =>
  kantor.send(`/api/v1/${path}`, { method: 'POST', token: who.token, body });
const get = async (path: string, who = trader) => (await kantor.send(`/api/v1/${path}`, { token: who.token })).body;
const create = async (body: object = {}) => (await post('cabinets/', { device_name: 'Samsung', ...body })).body;
const createRequisite = async (name = 'Основной', who = trader) => {
  kantor.pass(1);
  return (await post('bank_details/', { bank_type: 1, name, last_4_digits_card: '4321' }, who)).body.id;
};
const update = (id: string, requisites: unknown, more: object = {}) =>
  post(`cabinets/${id}/`, { device_name: 'Samsung', bank_detail: requisites, ...more });
const idsIn = (choices: { id: string }[]) => choices.map(({ id }) => id);
const inside = async (cabinet: string) => idsIn((await get(`cabinets/${cabinet}/`)).bank_detail);
const choices = async (cabinet: string) => idsIn(await get(`cabinets/${cabinet}/get_bank_details/`));
let amount = 100;
const order = () => kantor.order(merchant.key, String((amount += 1)));

describe('a cabinet', () => {
  test('is created switched off, with no requisites', async () => {
    const { status, body } = await post('cabinets/', { device_name: ' Samsung A54 ', phone: '+7', bank_detail: null });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: body.id,
      device_name: 'Samsung A54',
      phone: '+7',
      bank_detail: [],
      is_active: false,
      can_be_active: true,
      is_blocked_forever: false,
    });
    expect(await get(`cabinets/${body.id}/`)).toEqual(body);
  });

  test('may be created with requisites at once, or is not created at all', async () => {
    const free = await createRequisite();
    const cabinet = await create({ bank_detail: [free] });
    expect(cabinet.bank_detail).toEqual([{ id: free, name: 'Основной', short_name: 'Сбер •4321' }]);
    const refused = await post('cabinets/', { device_name: 'Другой', bank_detail: [free] });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['bank_detail']]);
    expect((await get('cabinets/')).count).toBe(1);
  });

  test('is renamed; null leaves its requisites, and an empty list none', async () => {
    const requisite = await createRequisite();
    const { id } = await create({ bank_detail: [requisite] });
    const { body } = await update(id, null, { device_name: 'Redmi', phone: '+79' });
    expect(body).toMatchObject({ device_name: 'Redmi', phone: '+79', bank_detail: [{ id: requisite }] });
    expect((await update(id, [])).body.bank_detail).toEqual([]);
    expect((await get(`bank_details/${requisite}/`)).cabinet).toBeNull();
  });

  test('has exactly the requisites that were chosen, newest first', async () => {
    const [a, b, c] = [await createRequisite('a'), await createRequisite('b'), await createRequisite('c')];
    const { id } = await create();
    expect(idsIn((await update(id, [a, b])).body.bank_detail)).toEqual([b, a]);
    expect(idsIn((await update(id, [c, b.toUpperCase(), b])).body.bank_detail)).toEqual([c, b]);
    expect((await get(`bank_details/${a}/`)).cabinet).toBeNull();
    expect((await get(`bank_details/${c}/`)).cabinet).toEqual({ id, device_name: 'Samsung' });
  });

  test('is refused by name with requisites that cannot be in it, and nothing of it is changed', async () => {
    const mine = await createRequisite();
    const taken = await createRequisite();
    const archived = await createRequisite();
    await post(`bank_details/${archived}/archive/`);
    await create({ bank_detail: [taken] });
    const { id } = await create({ bank_detail: [mine] });
    const foreign = await createRequisite('Чужой', stranger);
    for (const wrong of [taken, archived, foreign, newId(kantor.clock())]) {
      for (const list of [[wrong], [mine, wrong]]) {
        const refused = await update(id, list, { device_name: 'Другое имя' });
        expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['bank_detail']]);
      }
    }
    expect(await get(`cabinets/${id}/`)).toMatchObject({ device_name: 'Samsung', bank_detail: [{ id: mine }] });
    expect((await get(`bank_details/${foreign}/`, stranger)).cabinet).toBeNull();
  });

  test.each([
    ['no name', { device_name: ' ' }, 'device_name'],
    ['a long name', { device_name: 'я'.repeat(101) }, 'device_name'],
    ['its switch', { is_active: true }, 'is_active'],
    ['what is no id', { bank_detail: ['1'] }, 'bank_detail.0'],
  ])('with %s is refused by name', async (_what, wrong, field) => {
    const { id } = await create();
    for (const path of ['cabinets/', `cabinets/${id}/`]) {
      const refused = await post(path, { device_name: 'Samsung', ...wrong });
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, [field]]);
    }
    expect((await get('cabinets/')).count).toBe(1);
  });

  test('is switched on and off; twice is as once; switched off takes no orders', async () => {
    const cabinetId = await kantor.createCabinet(trader.id);
    await kantor.createRequisite(trader.id, { cabinetId });
    for (const is_active of [false, false, true, true]) {
      const { status, body } = await post(`cabinets/${cabinetId}/toggle/`, { is_active });
      expect([status, body.is_active]).toEqual([200, is_active]);
      expect((await order()).status).toBe(is_active ? 201 : 409);
    }
  });
});

describe('the choice of requisites', () => {
  test('is those in the cabinet and those in none: own, and not archived', async () => {
    const [free, here] = [await createRequisite(), await createRequisite()];
    const [taken, archived] = [await createRequisite(), await createRequisite()];
    await createRequisite('Чужой', stranger);
    await post(`bank_details/${archived}/archive/`);
    await create({ bank_detail: [taken] });
    const { id } = await create({ bank_detail: [here] });
    expect(await choices(id)).toEqual([here, free]);
    expect((await get(`cabinets/${id}/get_bank_details/`))[0]).toEqual({
      id: here,
      name: 'Основной',
      short_name: 'Сбер •4321',
    });
  });
});

describe('a cabinet that was blocked', () => {
  test('is so for ever: it takes no orders and is not changed any more', async () => {
    const id = await kantor.createCabinet(trader.id);
    const requisite = await kantor.createRequisite(trader.id, { cabinetId: id });
    expect((await order()).status).toBe(201);
    const { status, body: blocked } = await post(`cabinets/${id}/block_forever/`);
    expect(status).toBe(200);
    expect(blocked).toMatchObject({ is_active: false, can_be_active: false, is_blocked_forever: true });
    // Its requisites stay in it, and the gate stops them.
    expect(idsIn(blocked.bank_detail)).toEqual([requisite]);
    expect(await get(`bank_details/${requisite}/`)).toMatchObject({ is_active: true, cabinet: { id } });
    expect((await order()).status).toBe(409);

    for (const [action, body] of [
      ['block_forever/', {}],
      ['toggle/', { is_active: true }],
      ['toggle/', { is_active: false }],
      ['reset_deals/', {}],
      ['reset_sum_deals/', {}],
      ['', { device_name: 'Другой', bank_detail: [] }],
    ] as const) {
      const refused = await post(`cabinets/${id}/${action}`, body);
      expect([action, refused.status, refused.body.code]).toEqual([action, 409, 'cabinet_blocked']);
      expect(refused.body.detail).toBe('Кабинет заблокирован навсегда, действие недоступно');
    }
    expect((await get(`cabinets/${id}/get_qr/`)).code).toBe('cabinet_blocked');
    expect(await get(`cabinets/${id}/`)).toEqual(blocked);
    expect((await get('cabinets/')).results).toEqual([blocked]);
    expect((await get(`bank_details/${requisite}/`)).current_deals_count).toBe(1);
  });

  test('keeps its requisites from other cabinets', async () => {
    const requisite = await createRequisite();
    const { id } = await create({ bank_detail: [requisite] });
    const other = await create();
    await post(`cabinets/${id}/block_forever/`);
    expect(await choices(other.id)).toEqual([]);
    expect((await update(other.id, [requisite])).status).toBe(400);
  });
});

describe('at once', () => {
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
});

describe("a trader's cabinets", () => {
  test('are listed newest first, page by page, the blocked ones too', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 11; i += 1) {
      kantor.pass(1);
      ids.unshift((await create()).id);
    }
    await post(`cabinets/${ids[2]}/block_forever/`);
    await post('cabinets/', { device_name: 'Чужой' }, stranger);
    for (const size of [3, 10, 100]) {
      for (let page = 1; page <= Math.ceil(11 / size) + 1; page += 1) {
        const { count, results } = await get(`cabinets/?page=${page}&page_size=${size}`);
        expect([count, idsIn(results)]).toEqual([11, ids.slice((page - 1) * size, page * size)]);
      }
    }
    expect((await get('cabinets/')).results).toHaveLength(10);
  });

  test('are nobody else’s', async () => {
    const mine = await create({ bank_detail: [await createRequisite()] });
    for (const [action, body] of [
      ['', { device_name: 'Чужой', bank_detail: [] }],
      ['toggle/', { is_active: true }],
      ['block_forever/', {}],
      ['reset_deals/', {}],
      ['reset_sum_deals/', {}],
    ] as const) {
      expect((await post(`cabinets/${mine.id}/${action}`, body, stranger)).status).toBe(404);
    }
    for (const path of ['', 'get_qr/', 'get_bank_details/']) {
      expect((await get(`cabinets/${mine.id}/${path}`, stranger)).code).toBe('not_found');
    }
    expect(await get(`cabinets/${mine.id}/`)).toEqual(mine);
  });
});
