import { emptyOutbox } from '../support/outbox-reading.ts';
import { archiveRequisite, getRequisite, toggleRequisite } from '@kantor/contract/wire/requisites.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { verify } from '../../src/modules/verification/index.ts';
import { SBER, sber, TBANK } from '../support/bank-phone.ts';
import { cabinetTest } from './fixture.ts';

// The effect of a bank's message about a blocked card or account on requisites.

let made = 0;

const test = cabinetTest
  /** Two of one bank, one of another. */
  .extend('ids', { auto: true }, async ({ kantor, trader, cabinet }) => {
    made += 1;
    const create = (bankId: number, last4: string, bankAccount: string) =>
      kantor.createRequisite(trader.id, { cabinetId: cabinet.id, bankId, last4, bankAccount });
    return {
      card: await create(SBER, '4417', ''),
      account: await create(SBER, '', `408178100000${String(made).padStart(4, '0')}4006`),
      other: await create(TBANK, '0932', ''),
    };
  })
  .extend(
    'read',
    ({ trader }) =>
      (id: string) =>
        trader.call(getRequisite, { params: { id } }),
  )
  .extend(
    'toggle',
    ({ trader }) =>
      (id: string, isActive: boolean) =>
        trader.call(toggleRequisite, { params: { id }, body: { is_active: isActive } }),
  )
  /** Those that are paused, by name. */
  .extend('paused', ({ ids, read }) => async () => {
    const names: string[] = [];
    for (const [name, id] of Object.entries(ids)) if ((await read(id)).paused !== null) names.push(name);
    return names;
  })
  .extend(
    'sberSays',
    ({ hear }) =>
      (text: string) =>
        hear({ application: '900', text }),
  );

describe('a text that says that something is blocked', () => {
  test('switches off the requisite that it names, and tells its trader why', async ({
    kantor,
    trader,
    paused,
    read,
    sberSays,
    ids,
  }) => {
    await emptyOutbox(kantor);
    await sberSays('Карта *4417 заблокирована. Позвоните 900');
    expect(await trader.lastMessage()).toMatchObject({
      outcome: 'block',
      reason: 'Карта или счёт заблокированы: реквизит приостановлен',
      order: null,
    });
    const { id } = await trader.lastMessage();
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

  test('and names none switches off all of its bank', async ({ trader, paused, sberSays }) => {
    await sberSays('Ваш счёт заблокирован по 115-ФЗ. Предоставьте документы в отделение');
    expect(await paused()).toEqual(['card', 'account']);
    expect((await trader.lastMessage()).reason).toBe('Карта или счёт заблокированы: приостановлено реквизитов: 2');
  });

  test('and names one that is not in the cabinet switches off none', async ({ trader, paused, sberSays }) => {
    await sberSays('Карта *9999 заблокирована. Позвоните 900');
    expect(await paused()).toEqual([]);
    expect((await trader.lastMessage()).reason).toBe('Карта или счёт заблокированы: в кабинете такого реквизита нет');
  });

  test('of a bank that has none in the cabinet switches off none', async ({ trader, paused, hear }) => {
    await hear({ application: 'VTB', text: 'Карта *4417 заблокирована. Позвоните в банк' });
    expect(await trader.lastMessage()).toMatchObject({ outcome: 'block' });
    expect(await paused()).toEqual([]);
  });

  test('holds for a requisite that is off already, and leaves archived and other cabinets’ ones alone', async ({
    kantor,
    trader,
    paused,
    read,
    toggle,
    sberSays,
    ids,
  }) => {
    await toggle(ids.card, false);
    const elsewhere = await kantor.createRequisite(trader.id, { bankId: SBER, last4: '4417' });
    await trader.call(archiveRequisite, { params: { id: ids.account } });
    await sberSays('Ваш счёт заблокирован по 115-ФЗ. Предоставьте документы в отделение');
    expect(await paused()).toEqual(['card']);
    expect((await read(elsewhere)).paused).toBeNull();
  });
});

test.for([
  ['a payment', 'СЧЁТ4006 12:01 Оплата 500р MEGAFON Баланс: 1500р', 'outgoing'],
  ['a refusal', 'СЧЁТ4006 12:01 ОТКАЗ (недостаточно средств) покупка 1432р', 'unread'],
  ['a code', 'Никому не сообщайте код 48213. Перевод 5000р', 'one_time_code'],
  ['a hold', 'По карте *4417 заблокировано 500р OZON', 'unread'],
  ['a second message', 'СЧЁТ4006 12:01 Иван И. перевел(а) вам 500р.', 'duplicate'],
  ['money that came', 'СЧЁТ4006 12:01 Перевод 500р от Иван И. Баланс: 1500р', 'no_order'],
] as const)('%s switches nothing off', async ([_what, text, outcome], { trader, paused, read, sberSays, ids }) => {
  await sberSays(text);
  expect(await trader.lastMessage()).toMatchObject({ outcome });
  expect(await paused()).toEqual([]);
  expect(await read(ids.card)).toMatchObject({ is_active: true });
});

describe('a requisite that is paused', () => {
  // The other ones take no orders.
  test.beforeEach(async ({ ids, toggle }) => {
    await toggle(ids.account, false);
    await toggle(ids.other, false);
  });

  test('takes no orders until its trader switches it on by hand', async ({ merchant, toggle, sberSays, ids }) => {
    await sberSays('Карта *4417 заблокирована. Позвоните 900');
    expect(await merchant.findsRequisite('2500')).toBe(false);
    expect((await toggle(ids.card, false)).paused).not.toBeNull();
    expect(await toggle(ids.card, true)).toMatchObject({ is_active: true, paused: null });
    expect(await merchant.findsRequisite('2500')).toBe(true);
  });

  test('still has its orders paid', async ({ kantor, trader, hear, sberSays, issue }) => {
    const id = await issue('2600');
    await sberSays('Карта *4417 заблокирована. Позвоните 900');
    await hear(sber('2600', '4417'));
    expect(await trader.lastMessage()).toMatchObject({ outcome: 'paid', order: id });
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('cannot be switched on with its pause left in place', async ({ kantor, sberSays, ids }) => {
    await sberSays('Карта *4417 заблокирована. Позвоните 900');
    const on = sql`update requisite set is_active = true where id = ${ids.card}`;
    await expect(on.execute(kantor.db)).rejects.toThrow('requisite_paused');
  });
});
