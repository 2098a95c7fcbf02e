import { agreeAppeal, disagreeAppeal, openAppealByClaim } from '@kantor/contract/wire/appeals.ts';
import { listNotifications } from '@kantor/contract/wire/devices.ts';
import * as match from '@kantor/contract/wire/match.ts';
import { sql } from 'kysely';
import { MINUTE } from '../../src/kernel/clock.ts';
import { createBankPhone, SBER, sber } from '../support/bank-phone.ts';
import type { Deed, Scene } from './scene.ts';

// What people do with banks' messages, and with another sum.

/** An order, and a bank's message that says less. */
async function shortPaid({ kantor, trader, merchant }: Scene) {
  const cabinetId = await kantor.createCabinet(trader.id);
  await kantor.createRequisite(trader.id, { cabinetId, bankId: SBER });
  const { id } = await merchant.order('1500');
  kantor.pass(MINUTE);
  await createBankPhone(kantor, { id: cabinetId, traderId: trader.id })(sber('1400'));
  const [newest] = (await trader.call(listNotifications)).results;
  return { order: id, notification: newest?.id ?? '' };
}

/** A merchant decides on the sum that a trader says has come. */
const decided = (call: typeof agreeAppeal | typeof disagreeAppeal, action: string): Deed => ({
  call,
  of: 'merchant',
  action,
  act: async (scene) => {
    const { order, notification } = await shortPaid(scene);
    const body = { notification_id: notification };
    const { appeal } = await scene.trader.call(match.confirmOrderForSum, { params: { id: order }, body });
    await scene.merchant.call(call, { params: { id: appeal } });
  },
});

export const OF_MATCHING: readonly Deed[] = [
  {
    call: match.confirmOrderForSum,
    action: 'confirm-order-for-sum',
    act: async (scene) => {
      const { order, notification } = await shortPaid(scene);
      const body = { notification_id: notification };
      await scene.trader.call(match.confirmOrderForSum, { params: { id: order }, body });
    },
  },
  {
    call: match.dismissMessage,
    action: 'dismiss-message',
    act: async (scene) => {
      const params = { id: (await shortPaid(scene)).notification };
      await scene.trader.call(match.dismissMessage, { params, body: { reason: 'own_money' } });
      await scene.trader.refusal(match.dismissMessage, { params, body: { reason: 'advert' } });
    },
  },
  {
    call: match.restoreMessage,
    action: 'restore-message',
    act: async (scene) => {
      const params = { id: (await shortPaid(scene)).notification };
      await scene.trader.call(match.dismissMessage, { params, body: { reason: 'own_money' } });
      await scene.trader.call(match.restoreMessage, { params });
    },
  },
  {
    call: match.setOtherSums,
    of: 'merchant',
    action: 'set-other-sums',
    act: async ({ merchant }) => {
      const body = { rule: 'down_to' as const, missing_percent: 5 };
      for (let n = 0; n < 2; n += 1) await merchant.call(match.setOtherSums, { body });
    },
  },
  decided(agreeAppeal, 'confirm-appeal'),
  decided(disagreeAppeal, 'decline-appeal'),
  {
    call: openAppealByClaim,
    of: 'merchant',
    action: 'open-appeal',
    act: async (scene) => {
      await scene.kantor.createRequisite(scene.trader.id);
      const { id } = await scene.merchant.order('1500');
      await sql`insert into payer_claim (order_id, sender_name, last_four, comment, made_at) values (${id}, '', '', '', now())`.execute(
        scene.kantor.db,
      );
      await scene.merchant.call(openAppealByClaim, { params: { id }, body: {} });
    },
  },
];
