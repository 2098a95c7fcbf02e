import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Kantor, startKantor } from '../support/harness.ts';

let kantor: Kantor;
let trader: Awaited<ReturnType<Kantor['createTrader']>>;
let merchant: Awaited<ReturnType<Kantor['createMerchant']>>;

beforeAll(async () => {
  kantor = await startKantor();
  merchant = await kantor.createMerchant();
});
afterAll(() => kantor.close());
beforeEach(async () => {
  trader = await kantor.createTrader();
});

const post = (path: string, body: object = {}) =>
  kantor.send(`/api/v1/${path}`, { method: 'POST', token: trader.token, body });
const get = async (path: string) => (await kantor.send(`/api/v1/${path}`, { token: trader.token })).body;
const create = async (body: object = {}) => (await post('cabinets/', { device_name: 'Samsung', ...body })).body;
const createRequisite = async () => (await post('bank_details/', { bank_type: 1 })).body.id;
const idsIn = (choices: { id: string }[]) => choices.map(({ id }) => id);
let amount = 100;
const order = () => kantor.order(merchant.key, String((amount += 1)));

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
    expect(await get(`cabinets/${other.id}/get_bank_details/`)).toEqual([]);
    expect((await post(`cabinets/${other.id}/`, { device_name: 'Samsung', bank_detail: [requisite] })).status).toBe(
      400,
    );
  });
});
