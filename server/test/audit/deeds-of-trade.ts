import * as appeals from '@kantor/contract/wire/appeals.ts';
import { moveEarnings, toggleTraffic } from '@kantor/contract/wire/balance.ts';
import * as cabinets from '@kantor/contract/wire/cabinets.ts';
import type { Call } from '@kantor/contract/wire/call.ts';
import { confirmExpiredOrder, confirmOrder } from '@kantor/contract/wire/orders.ts';
import * as payouts from '@kantor/contract/wire/payouts.ts';
import { askVerification } from '@kantor/contract/wire/platform/state.ts';
import * as requisites from '@kantor/contract/wire/requisites.ts';
import * as testMode from '@kantor/contract/wire/test-mode.ts';
import * as webhooks from '@kantor/contract/wire/webhooks.ts';
import * as withdrawals from '@kantor/contract/wire/withdrawals.ts';
import { pairDevice } from '@kantor/contract/wire/device-api.ts';
import { HOUR } from '../../src/kernel/clock.ts';
import { openAppeal } from '../../src/modules/appeals/index.ts';
import { expireDueOrders } from '../../src/modules/orders/index.ts';
import { pairPhone } from '../support/phone.ts';
import { png } from '../support/uploads.ts';
import { OF_BATCHES } from './deeds-of-batches.ts';
import { OF_ENDPOINTS } from './deeds-of-endpoints.ts';
import { OF_KEYS } from './deeds-of-keys.ts';
import { OF_MATCHING } from './deeds-of-matching.ts';
import type { Deed, Scene } from './scene.ts';

// What people do with money, requisites, phones, keys and addresses.

const ADDRESS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const REQUISITE = { bank_type: 1, name: 'Основная', fio: 'Иван К.', is_sbp: true };

let phones = 0;
const requisiteBody = () => ({ ...REQUISITE, phone: `+79995550${String((phones += 1)).padStart(3, '0')}` });

async function activeOrder({ kantor, trader, merchant }: Scene) {
  await kantor.createRequisite(trader.id);
  return { id: (await merchant.order('1500')).id };
}

async function appealed(scene: Scene) {
  const { id: orderId } = await activeOrder(scene);
  return { id: await openAppeal(scene.kantor, { merchantId: scene.merchant.id, orderId, amount: 150_000n }) };
}

const declined = async (scene: Scene) => {
  const params = await appealed(scene);
  await scene.trader.call(appeals.declineAppeal, { params, body: { reason: 'not_received' } });
  return params;
};

const requisiteOf = async ({ trader }: Scene) => ({
  id: (await trader.call(requisites.createRequisite, { body: requisiteBody() })).id,
});

const CABINET = { device_name: 'Первый', phone: '+79990000000', bank_detail: null };
const cabinetOf = async ({ trader }: Scene) => ({
  id: (await trader.call(cabinets.createCabinet, { body: CABINET })).id,
});

const openPayout = async ({ merchant }: Scene) => {
  const body = { amount: 10, fio: 'Имя', is_sbp: true, phone: '+79995554433' };
  return { id: (await merchant.call(payouts.createPayout, { body })).id };
};
const takenPayout = async (scene: Scene) => {
  const params = await openPayout(scene);
  await scene.trader.call(payouts.takePayout, { params });
  return params;
};
const provenPayout = async (scene: Scene) => {
  const params = await takenPayout(scene);
  await scene.trader.call(payouts.uploadPayoutPhoto, { params, file: await png('чек.png') });
  return params;
};

/** A wallet and a withdrawal of a merchant's, or of a trader's. */
const walletDeeds = (
  of: 'merchant' | 'trader',
  calls: Record<'add' | 'remove' | 'withdraw' | 'cancel', Pick<Call, 'method' | 'path'>>,
): Deed[] => {
  const isTrader = of === 'trader';
  const add = (scene: Scene) =>
    scene[of].call(isTrader ? withdrawals.createTraderWallet : withdrawals.createWallet, {
      body: { wallet_to_withdraw: ADDRESS },
    });
  const withdraw = async (scene: Scene) => {
    const body = { amount_in_usdt: 1, wallet_id: (await add(scene)).id };
    return scene[of].call(isTrader ? withdrawals.createTraderWithdrawal : withdrawals.createWithdrawal, { body });
  };
  return [
    { call: calls.add, of, action: 'add-wallet', act: add },
    {
      call: calls.remove,
      of,
      action: 'remove-wallet',
      act: async (scene) => {
        const params = { id: (await add(scene)).id };
        await scene[of].call(isTrader ? withdrawals.removeTraderWallet : withdrawals.removeWallet, { params });
      },
    },
    { call: calls.withdraw, of, action: 'create-withdrawal', act: withdraw },
    {
      call: calls.cancel,
      of,
      action: 'cancel-withdrawal',
      act: async (scene) => {
        const params = { id: (await withdraw(scene)).id };
        await scene[of].call(isTrader ? withdrawals.cancelTraderWithdrawal : withdrawals.cancelWithdrawal, { params });
      },
    },
  ];
};

/** A deed of the trader to something of theirs. */
const onOwn = (
  call: Call,
  action: string,
  make: (scene: Scene) => Promise<{ id: string }>,
  body?: (scene: Scene) => object,
): Deed => ({
  call,
  action,
  act: async (scene) => {
    const params = await make(scene);
    const { status } = await scene.trader.raw(call, { params, ...(body && { body: body(scene) }) });
    if (status >= 300) throw new Error(`${call.path} answered ${status}`);
  },
});

export const OF_TRADE: readonly Deed[] = [
  {
    call: toggleTraffic,
    action: 'switch-traffic',
    act: async ({ trader }) => {
      for (let n = 0; n < 2; n += 1) await trader.call(toggleTraffic, { body: { is_active: false } });
    },
  },
  {
    call: moveEarnings,
    action: 'move-earnings',
    act: async (scene) => {
      await scene.trader.call(confirmOrder, { params: await activeOrder(scene) });
      await scene.trader.call(moveEarnings);
    },
  },
  {
    call: confirmOrder,
    action: 'confirm-order',
    act: async (scene) => {
      const params = await activeOrder(scene);
      await scene.trader.call(confirmOrder, { params, body: { without_message: 'screenshot' } });
      await scene.trader.refusal(confirmOrder, { params });
    },
  },
  {
    call: confirmExpiredOrder,
    action: 'confirm-expired-order',
    act: async (scene) => {
      const params = await activeOrder(scene);
      scene.kantor.pass(HOUR);
      await expireDueOrders(scene.kantor);
      await scene.trader.call(confirmExpiredOrder, { params });
    },
  },
  ...OF_BATCHES,
  ...OF_MATCHING,
  onOwn(appeals.confirmAppeal, 'confirm-appeal', appealed),
  onOwn(appeals.declineAppeal, 'decline-appeal', appealed),
  onOwn(appeals.escalateAppeal, 'escalate-appeal', appealed),
  {
    call: appeals.addAppealFile,
    action: 'evidence-appeal',
    act: async (scene) => {
      const params = await appealed(scene);
      await scene.trader.call(appeals.addAppealFile, { params, file: await png('выписка.png') });
    },
  },
  {
    call: appeals.openAppeal,
    of: 'merchant',
    action: 'open-appeal',
    act: async (scene) => {
      const claim = { body: { amount: '1500' }, file: await png('чек.png') };
      await scene.merchant.call(appeals.openAppeal, { params: await activeOrder(scene), ...claim });
    },
  },
  {
    call: appeals.contestAppeal,
    of: 'merchant',
    action: 'contest-appeal',
    act: async (scene) => {
      const body = { comment: 'Деньги списаны' };
      await scene.merchant.call(appeals.contestAppeal, { params: await declined(scene), body });
    },
  },
  {
    call: appeals.acceptAppeal,
    of: 'merchant',
    action: 'accept-appeal',
    act: async (scene) => scene.merchant.call(appeals.acceptAppeal, { params: await declined(scene) }),
  },
  { call: payouts.createPayout, of: 'merchant', action: 'create-payout', act: openPayout },
  {
    call: payouts.cancelPayout,
    of: 'merchant',
    action: 'cancel-payout',
    act: async (scene) => scene.merchant.call(payouts.cancelPayout, { params: await openPayout(scene) }),
  },
  onOwn(payouts.takePayout, 'take-payout', openPayout),
  onOwn(payouts.freePayout, 'give-up-payout', takenPayout),
  { call: payouts.uploadPayoutPhoto, action: 'prove-payout', act: provenPayout },
  onOwn(payouts.confirmPayout, 'confirm-payout', provenPayout),
  {
    call: payouts.contestPayout,
    of: 'merchant',
    action: 'contest-payout',
    act: async (scene) => {
      const params = await provenPayout(scene);
      await scene.trader.call(payouts.confirmPayout, { params });
      await scene.merchant.call(payouts.contestPayout, { params, body: { reason: 'Не пришло' } });
    },
  },
  ...walletDeeds('merchant', {
    add: withdrawals.createWallet,
    remove: withdrawals.removeWallet,
    withdraw: withdrawals.createWithdrawal,
    cancel: withdrawals.cancelWithdrawal,
  }),
  ...walletDeeds('trader', {
    add: withdrawals.createTraderWallet,
    remove: withdrawals.removeTraderWallet,
    withdraw: withdrawals.createTraderWithdrawal,
    cancel: withdrawals.cancelTraderWithdrawal,
  }),
  { call: requisites.createRequisite, action: 'create-requisite', act: requisiteOf },
  onOwn(requisites.updateRequisite, 'change-requisite', requisiteOf, requisiteBody),
  onOwn(requisites.toggleRequisite, 'switch-requisite', requisiteOf, () => ({ is_active: true })),
  onOwn(requisites.archiveRequisite, 'archive-requisite', requisiteOf),
  onOwn(requisites.resetRequisiteDeals, 'reset-requisite', async (scene) => {
    await activeOrder(scene);
    return { id: (await scene.trader.call(requisites.listRequisites)).results[0]?.id ?? '' };
  }),
  { call: cabinets.createCabinet, action: 'create-cabinet', act: cabinetOf },
  onOwn(cabinets.updateCabinet, 'change-cabinet', cabinetOf, () => ({ ...CABINET, device_name: 'Второй' })),
  onOwn(
    cabinets.toggleCabinet,
    'switch-cabinet',
    async ({ kantor, trader }) => ({ id: await kantor.createCabinet(trader.id) }),
    () => ({ is_active: false }),
  ),
  onOwn(cabinets.blockCabinet, 'block-cabinet', cabinetOf),
  onOwn(cabinets.resetCabinetDeals, 'reset-cabinet-deals', cabinetOf),
  onOwn(cabinets.resetCabinetSum, 'reset-cabinet-sum', cabinetOf),
  {
    call: cabinets.getCabinetQr,
    action: 'show-pairing-code',
    act: async (scene) => scene.trader.call(cabinets.getCabinetQr, { params: await cabinetOf(scene) }),
  },
  onOwn(cabinets.connectCabinet, 'connect-phone', cabinetOf, () => ({ application: 'sms_gateway' })),
  {
    call: pairDevice,
    action: 'pair-phone',
    act: async (scene) => pairPhone(scene.kantor, scene.trader, (await cabinetOf(scene)).id),
  },
  {
    call: webhooks.updateWebhookEndpoint,
    of: 'merchant',
    action: 'change-webhook-address',
    act: async ({ merchant }) => {
      const body = { url: 'https://shop.example/', is_active: true };
      for (let n = 0; n < 2; n += 1) await merchant.call(webhooks.updateWebhookEndpoint, { body });
    },
  },
  ...OF_ENDPOINTS,
  {
    call: webhooks.rotateWebhookSecret,
    of: 'merchant',
    action: 'replace-webhook-secret',
    act: ({ merchant }) => merchant.call(webhooks.rotateWebhookSecret),
  },
  ...OF_KEYS,
];

export const NO_DEEDS_OF_TRADE: readonly (readonly [Call, string])[] = [
  [webhooks.resendWebhook, 'it says again what was said; the journal of webhooks has each attempt'],
  [webhooks.resendWebhooks, 'likewise, several'],
  [testMode.happenToTestOrder, 'nothing of the test world happens'],
  [testMode.happenToTestPayout, 'nothing of the test world happens'],
  [testMode.happenToTestAppeal, 'nothing of the test world happens'],
  [askVerification, 'it only looks'],
];
