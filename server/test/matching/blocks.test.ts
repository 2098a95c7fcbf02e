import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { MINUTE } from '../../src/kernel/clock.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { SBER, sber, TBANK, useStage } from '../support/bank-phone.ts';

// What a bank's word that a card or an account is blocked does to requisites.

const { stage, kantor, trader, cabinet, lastMessage } = useStage();
/** Requisites: two of one bank, one of another. */
let ids: { card: string; account: string; other: string };

beforeEach(async () => {
  const create = (bankId: number, last4: string, bankAccount: string) =>
    kantor.createRequisite(trader.id, { cabinetId: cabinet.id, bankId, last4, bankAccount });
  ids = {
    card: await create(SBER, '4417', ''),
    account: await create(SBER, '', '40817810000000004006'),
    other: await create(TBANK, '0932', ''),
  };
});

const sberSays = (text: string) => stage.hear(cabinet, { application: '900', text });
const read = async (id: string) => (await kantor.send(`/api/v1/bank_details/${id}/`, { token: trader.token })).body;
const toggle = (id: string, isActive: boolean) =>
  kantor.send(`/api/v1/bank_details/${id}/toggle/`, {
    method: 'POST',
    token: trader.token,
    body: { is_active: isActive },
  });
const paused = async () => {
  const on = await Promise.all(Object.entries(ids).map(async ([name, id]) => [name, (await read(id)).paused !== null]));
  return on.filter(([, is]) => is).map(([name]) => name);
};

describe('a text that says that something is blocked', () => {
  test('switches off the requisite that it names, and tells its trader why', async () => {
    await sql`delete from outbox`.execute(kantor.db);
    await sberSays('Карта *4417 заблокирована. Позвоните 900');
    expect(await lastMessage()).toMatchObject({
      outcome: 'block',
      reason: 'Карта или счёт заблокированы: реквизит приостановлен',
      order: null,
    });
    const { id } = await lastMessage();
    expect(await read(ids.card)).toMatchObject({
      is_active: false,
      paused: { at: kantor.clock().toISOString(), notification: id },
    });
    expect(await paused()).toEqual(['card']);
    expect(await read(ids.account)).toMatchObject({ is_active: true, paused: null });
    const { rows } = await sql`select kind, object_id as id, owners from outbox order by outbox.id`.execute(kantor.db);
    expect(rows).toEqual([
      { kind: 'requisite.changed', id: ids.card, owners: [trader.id] },
      { kind: 'notification.new', id, owners: [trader.id] },
    ]);
  });

  test('and names none switches off all of its bank', async () => {
    await sberSays('Ваш счёт заблокирован по 115-ФЗ. Предоставьте документы в отделение');
    expect(await paused()).toEqual(['card', 'account']);
    expect((await lastMessage()).reason).toBe('Карта или счёт заблокированы: приостановлено реквизитов: 2');
  });

  test('and names one that is not in the cabinet switches off none', async () => {
    await sberSays('Карта *9999 заблокирована. Позвоните 900');
    expect(await paused()).toEqual([]);
    expect((await lastMessage()).reason).toBe('Карта или счёт заблокированы: в кабинете такого реквизита нет');
  });

  test('of a bank that has none in the cabinet switches off none', async () => {
    await stage.hear(cabinet, { application: 'VTB', text: 'Карта *4417 заблокирована. Позвоните в банк' });
    expect(await lastMessage()).toMatchObject({ outcome: 'block' });
    expect(await paused()).toEqual([]);
  });

  test('holds for a requisite that is off already, and leaves archived and other cabinets’ ones alone', async () => {
    await toggle(ids.card, false);
    const elsewhere = await kantor.createRequisite(trader.id, { bankId: SBER, last4: '4417' });
    await kantor.send(`/api/v1/bank_details/${ids.account}/archive/`, { method: 'POST', token: trader.token });
    await sberSays('Ваш счёт заблокирован по 115-ФЗ. Предоставьте документы в отделение');
    expect(await paused()).toEqual(['card']);
    expect((await read(elsewhere)).paused).toBeNull();
  });
});

test.each([
  ['a payment', 'СЧЁТ4006 12:01 Оплата 500р MEGAFON Баланс: 1500р', 'outgoing'],
  ['a refusal', 'СЧЁТ4006 12:01 ОТКАЗ (недостаточно средств) покупка 1432р', 'unread'],
  ['a code', 'Никому не сообщайте код 48213. Перевод 5000р', 'unread'],
  ['a hold', 'По карте *4417 заблокировано 500р OZON', 'unread'],
  ['a second message', 'СЧЁТ4006 12:01 Иван И. перевел(а) вам 500р.', 'duplicate'],
  ['money that came', 'СЧЁТ4006 12:01 Перевод 500р от Иван И. Баланс: 1500р', 'no_order'],
])('%s switches nothing off', async (_what, text, outcome) => {
  await sberSays(text);
  expect(await lastMessage()).toMatchObject({ outcome });
  expect(await paused()).toEqual([]);
  expect(await read(ids.card)).toMatchObject({ is_active: true });
});

describe('a requisite that is paused', () => {
  const RUB = '2500';
  beforeEach(async () => {
    await toggle(ids.account, false);
    await toggle(ids.other, false);
  });

  test('takes no orders until its trader switches it on by hand', async () => {
    await sberSays('Карта *4417 заблокирована. Позвоните 900');
    expect((await kantor.order(stage.merchant.key, RUB)).body.code).toBe('no_requisite');
    expect((await toggle(ids.card, false)).body.paused).not.toBeNull();
    expect((await toggle(ids.card, true)).body).toMatchObject({ is_active: true, paused: null });
    expect((await kantor.order(stage.merchant.key, RUB)).status).toBe(201);
  });

  test('still has its orders paid', async () => {
    const id = await stage.issue('2600');
    kantor.pass(MINUTE);
    await sberSays('Карта *4417 заблокирована. Позвоните 900');
    await stage.hear(cabinet, sber('2600', '4417'));
    expect(await lastMessage()).toMatchObject({ outcome: 'paid', order: id });
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('cannot be switched on with its pause left in place', async () => {
    await sberSays('Карта *4417 заблокирована. Позвоните 900');
    const on = sql`update requisite set is_active = true where id = ${ids.card}`;
    await expect(on.execute(kantor.db)).rejects.toThrow('requisite_paused');
  });
});
