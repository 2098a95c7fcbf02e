import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Kantor, startKantor } from '../support/harness.ts';

// What live screens hear of requisites and users.

let kantor: Kantor;
let trader: Awaited<ReturnType<Kantor['createTrader']>>;
beforeAll(async () => {
  kantor = await startKantor();
  trader = await kantor.createTrader();
});
afterAll(() => kantor.close());

/** What was told while `work` ran, as `<kind> <object>`, and to whom. */
async function heard(work: () => Promise<unknown>) {
  await sql`delete from outbox`.execute(kantor.db);
  await work();
  const { rows } = await sql<{ event: string; owners: string[] }>`
    select kind || ' ' || object_id as event, owners from outbox order by id`.execute(kantor.db);
  return rows;
}

const post = async (path: string, body: object = {}, status = 200) => {
  const answer = await kantor.send(`/api/v1/${path}`, { method: 'POST', token: trader.token, body });
  expect(answer.status).toBe(status);
  return answer.body;
};

const BODY = { name: 'Основной', fio: 'Иванов Иван Иванович', phone: '+79001234567', bank_type: 1, is_sbp: true };

describe('a requisite tells its trader alone', () => {
  const changed = (id: string) => [{ event: `requisite.changed ${id}`, owners: [trader.id] }];

  test('that it was made, changed, switched, reset, archived', async () => {
    let id = '';
    const made = await heard(async () => {
      ({ id } = await post('bank_details/', BODY, 201));
    });
    expect(made).toEqual(changed(id));
    const change = (path: string, body?: object) => heard(() => post(`bank_details/${id}/${path}`, body));
    expect(await change('', { ...BODY, name: 'Запасной' })).toEqual(changed(id));
    expect(await change('toggle/', { is_active: true })).toEqual(changed(id));
    expect(await change('reset_deals/')).toEqual(changed(id));
    expect(await change('archive/')).toEqual(changed(id));
    const refused = () => post(`bank_details/${id}/toggle/`, { is_active: true }, 409);
    expect(await heard(refused)).toEqual([]);
  });

  test('that its cabinet was reset or left', async () => {
    const cabinetId = await kantor.createCabinet(trader.id);
    const ids = [];
    for (let i = 0; i < 2; i += 1) {
      ids.push(await kantor.createRequisite(trader.id, { cabinetId }));
      kantor.pass(1);
    }
    const [first = '', second = ''] = ids;
    const both = [...changed(first), ...changed(second)];
    for (const reset of ['reset_deals', 'reset_sum_deals']) {
      const events = await heard(() => post(`cabinets/${cabinetId}/${reset}/`));
      expect(events).toEqual(expect.arrayContaining(both));
    }
    const place = (bank_detail: string[]) =>
      heard(() => post(`cabinets/${cabinetId}/`, { device_name: 'Телефон', phone: '', bank_detail }));
    const requisites = (events: { event: string }[]) => events.filter(({ event }) => event.startsWith('requisite.'));
    expect(requisites(await place([second]))).toEqual(changed(first));
    expect(requisites(await place([second]))).toEqual([]);
  });
});

describe('a user is told of what becomes of him', () => {
  const changed = () => [{ event: `user.changed ${trader.id}`, owners: [trader.id] }];

  test('traffic and earnings', async () => {
    expect(await heard(() => post('accounts/toggle/', { is_active: false }))).toEqual(changed());
    expect(await heard(() => post('accounts/transfer/', {}, 409))).toEqual([]);
    await kantor.createRequisite(trader.id);
    await post('accounts/toggle/', { is_active: true });
    const { body } = await kantor.order((await kantor.createMerchant()).key, '100');
    await post(`orders/${body.id}/confirm/`);
    expect(await heard(() => post('accounts/transfer/'))).toEqual(changed());
  });

  test("the operator's block and fees", async () => {
    for (const args of [
      ['set-fees', trader.username, '--reward-bp', '1'],
      ['block', trader.username],
      ['unblock', trader.username],
    ]) {
      expect(await heard(() => kantor.cli(...args))).toEqual(changed());
    }
    expect(await heard(() => kantor.cli('unblock', trader.username))).toEqual([]);
  });
});
