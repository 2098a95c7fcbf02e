import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../src/kernel/ids.ts';
import { type Kantor, startKantor } from '../support/harness.ts';

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
      can_be_active: false,
      is_blocked_forever: false,
      last_heard_at: null,
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
