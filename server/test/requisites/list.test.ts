import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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
beforeEach(async () => {
  trader = await kantor.createTrader();
});

const post = (path: string, body: object = {}, who = trader) =>
  kantor.send(`/api/v1/bank_details/${path}`, { method: 'POST', token: who.token, body });
const get = (path: string, who = trader) => kantor.send(`/api/v1/bank_details/${path}`, { token: who.token });
const create = async (body: object = {}) => (await post('', { bank_type: 1, ...body })).body;

describe("a trader's requisites", () => {
  test('are listed newest first, page by page, without the archived and the strangers’', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 12; i += 1) {
      kantor.pass(1);
      ids.unshift((await create({ name: String(i) })).id);
    }
    await post(`${ids[3]}/archive/`);
    await post('', { bank_type: 1 }, stranger);
    const expected = ids.toSpliced(3, 1);
    for (const size of [1, 4, 10, 100]) {
      for (let page = 1; page <= Math.ceil(11 / size) + 1; page += 1) {
        const { body } = await get(`?page=${page}&page_size=${size}`);
        expect(body.count).toBe(11);
        expect(body.results.map(({ id }: { id: string }) => id)).toEqual(
          expected.slice((page - 1) * size, page * size),
        );
      }
    }
    expect((await get('')).body.results).toHaveLength(10);
    const first = (await get('')).body.results[0];
    expect(first).toEqual((await get(`${first.id}/`)).body);
  });

  test('are nobody else’s', async () => {
    const mine = await create({ name: 'Моё' });
    for (const [path, body] of [
      [`${mine.id}/`, { bank_type: 1 }],
      [`${mine.id}/toggle/`, { is_active: true }],
      [`${mine.id}/archive/`, {}],
      [`${mine.id}/reset_deals/`, {}],
    ] as const) {
      expect((await post(path, body, stranger)).status).toBe(404);
    }
    expect((await get(`${mine.id}/`, stranger)).status).toBe(404);
    expect((await get(`${mine.id}/`)).body).toEqual(mine);
  });
});

describe('an archived requisite', () => {
  test('is switched off, leaves its cabinet and the list, and is still read by its id', async () => {
    const id = await kantor.createRequisite(trader.id);
    const order = (await kantor.order(merchant.key, '500')).body.id;
    const { status, body } = await post(`${id}/archive/`);
    expect([status, body.is_active, body.cabinet]).toEqual([200, false, null]);
    expect((await get('')).body).toEqual({ count: 0, results: [] });
    expect(await get(`${id}/`)).toMatchObject({ status: 200, body });
    expect((await kantor.order(merchant.key, '600')).status).toBe(409);
    // The order that it has is confirmed as any other.
    const confirm = { method: 'POST', token: trader.token } as const;
    expect((await kantor.send(`/api/v1/orders/${order}/confirm/`, confirm)).status).toBe(200);
    expect((await get(`${id}/`)).body).toMatchObject({ sum_deals: '500.00', total_deals_count: 1 });
  });

  test.each([
    ['archive', {}],
    ['toggle', { is_active: true }],
    ['toggle', { is_active: false }],
    ['reset_deals', {}],
    ['', { bank_type: 1 }],
  ])('is not changed any more: %s %j is a 409', async (action, body) => {
    const { id } = await create({ name: 'Прежнее' });
    const archived = (await post(`${id}/archive/`)).body;
    const refused = await post(action === '' ? `${id}/` : `${id}/${action}/`, body);
    expect([refused.status, refused.body.code]).toEqual([409, 'requisite_archived']);
    expect(refused.body.detail).toBe('Реквизит в архиве, действие недоступно');
    expect((await get(`${id}/`)).body).toEqual(archived);
  });

  test('archived and switched on at once is archived', async () => {
    for (let i = 0; i < 5; i += 1) {
      const { id } = await create();
      const [archived, toggled] = await Promise.all([
        post(`${id}/archive/`),
        post(`${id}/toggle/`, { is_active: true }),
      ]);
      expect(archived.status).toBe(200);
      expect([200, 409]).toContain(toggled.status);
      expect((await get(`${id}/`)).body.is_active).toBe(false);
    }
  });

  test('archived twice at once is archived once', async () => {
    const { id } = await create();
    const both = await Promise.all([post(`${id}/archive/`), post(`${id}/archive/`)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });
});
