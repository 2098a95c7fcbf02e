import { getRequisite, updateRequisite } from '@kantor/contract/wire/requisites.ts';
import { describe, expect } from 'vitest';
import { DAY, MINUTE } from '../../src/kernel/clock.ts';
import { expireDueOrders } from '../../src/modules/orders/index.ts';
import { SBER, sber } from '../support/bank-phone.ts';
import { test as base } from './fixture.ts';

// A message names the card that the payer was shown, whatever the requisite says by now.

const test = base
  /** An order for 1500 that nobody paid in its time; then its requisite got another card. */
  .extend('old', { auto: true }, async ({ kantor, trader, requisite, issue }) => {
    const id = await issue('1500');
    kantor.pass(15 * MINUTE);
    await expireDueOrders(kantor);
    const body = { bank_type: SBER, last_4_digits_card: '5555', is_sbp: true };
    await trader.call(updateRequisite, { params: { id: requisite }, body });
    return id;
  })
  .extend(
    'readRequisite',
    ({ trader, requisite }) =>
      () =>
        trader.call(getRequisite, { params: { id: requisite } }),
  );

describe('a message about money', () => {
  test('for the card that the order showed leads to the order', async ({ trader, hear, old }) => {
    await hear(sber('1500', '4321'));
    expect(await trader.lastMessage()).toMatchObject({ outcome: 'expired', order: old });
  });

  test('for the card of now has nothing to do with the order of then', async ({ trader, hear, old }) => {
    await hear(sber('1500', '5555'));
    expect(await trader.lastMessage()).toMatchObject({ outcome: 'no_order', order: null });
    expect(await trader.readOrder(old)).toMatchObject({ notifications: [] });
  });

  test('pays the order of its own card, and no other of the same sum', async ({ kantor, trader, hear, issue }) => {
    kantor.pass(11 * MINUTE);
    const present = await issue('1500');
    await hear(sber('1500', '4321'));
    expect(await trader.readOrder(present)).toMatchObject({ status: 'ACTIVE' });
    await hear(sber('1500', '5555'));
    expect(await trader.lastMessage()).toMatchObject({ outcome: 'paid', order: present });
  });

  test('for a card that was replaced more than a day ago fits no requisite', async ({ kantor, trader, hear }) => {
    kantor.pass(DAY + MINUTE);
    await hear(sber('1500', '4321'));
    expect(await trader.lastMessage()).toMatchObject({ outcome: 'tail_mismatch' });
  });
});

describe('a message that a card is blocked', () => {
  test.for([
    ['4321', true],
    ['5555', false],
  ] as const)('pauses the requisite of now alone: %s', async ([tail, isActive], { hear, readRequisite }) => {
    await hear({ application: '900', text: `Карта *${tail} заблокирована. Позвоните 900` });
    expect((await readRequisite()).is_active).toBe(isActive);
  });
});
