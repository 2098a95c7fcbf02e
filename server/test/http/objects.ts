import type { Client } from '@kantor/contract/client.ts';
import * as platform from '@kantor/contract/plain/platform-routes.ts';
import * as actions from '@kantor/contract/plain/platform-actions.ts';
import * as batches from '@kantor/contract/plain/batch-routes.ts';
import { confirmOrderForSum, dismissMessage, openAppealByClaim } from '@kantor/contract/plain/match-routes.ts';
import {
  contestMerchantPayout,
  getMerchantPayout,
  getMerchantWithdrawal,
  openMerchantAppealByClaim,
  payTestOrder,
} from '@kantor/contract/plain/merchant-routes.ts';
import {
  connectCabinet,
  getCabinet,
  getNotification,
  toggleCabinet,
  updateCabinet,
} from '@kantor/contract/plain/cabinet-routes.ts';
import {
  getDeposit,
  getTraderWithdrawal,
  getWithdrawal,
  removeTraderWallet,
  removeWallet,
} from '@kantor/contract/plain/funds-routes.ts';
import {
  contestPayout,
  getAppeal,
  getOrder,
  getPayout,
  getRequisite,
  getWebhook,
  revokeApiKey,
  type Route,
  toggleRequisite,
  updateRequisite,
} from '@kantor/contract/plain/routes.ts';
import {
  changeView,
  endSignIn,
  listViews,
  removeAlertChannel,
  revokeInvitation,
  setMemberRole,
} from '@kantor/contract/plain/account-routes.ts';
import { happenToTestAppeal, happenToTestOrder, happenToTestPayout } from '@kantor/contract/plain/test-routes.ts';
import { createMerchantPayout } from '@kantor/contract/wire/merchant-payouts.ts';
import { getExport } from '@kantor/contract/plain/export-routes.ts';
import { getBreakdown } from '@kantor/contract/plain/analytics-routes.ts';
import { listApiKeys } from '@kantor/contract/wire/api-keys.ts';
import { createInvitation } from '@kantor/contract/wire/members.ts';
import { getAct, getPlatformAct } from '@kantor/contract/plain/statement-routes.ts';
import { listNotifications } from '@kantor/contract/wire/devices.ts';
import * as reconciliations from '@kantor/contract/plain/reconciliation-routes.ts';
import { makeReconciliation } from '@kantor/contract/wire/reconciliations.ts';
import { uploadBatch } from '@kantor/contract/wire/batches.ts';
import { takePayout } from '@kantor/contract/wire/payouts.ts';
import { search } from '@kantor/contract/wire/search.ts';
import { changeWebhookEndpoint, testWebhookEndpoint } from '@kantor/contract/plain/webhook-routes.ts';
import { listWebhooks, updateWebhookEndpoint } from '@kantor/contract/wire/webhooks.ts';
import {
  createTraderWallet,
  createTraderWithdrawal,
  createWallet,
  createWithdrawal,
} from '@kantor/contract/wire/withdrawals.ts';
import { sql } from 'kysely';
import { singleStatement, transaction } from '../../src/db/tx.ts';
import { newId } from '../../src/kernel/ids.ts';
import { PLATFORM_ACCOUNT } from '../../src/kernel/platform.ts';
import { openAppeal } from '../../src/modules/appeals/index.ts';
import { creditDeposits } from '../../src/modules/chain/index.ts';
import { receiveMessage } from '../../src/modules/matching/index.ts';
import { countFigures } from '../../src/modules/radar/store/figures.ts';
import type { Database } from '../../src/db/pool.ts';
import type { Turns } from '../../src/db/turns.ts';
import type { Clock } from '../../src/kernel/clock.ts';
import { ACT_BODIES, createActs, createFile, OF_MERCHANT } from './acts.ts';
import { createTestObjects } from './test-world.ts';

const ADDRESS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

/** The kind of object that a call is about: the first part of its address, of the platform's calls and of endpoints the first two. */
export const kindOf = ({ path }: Pick<Route, 'path'>) =>
  /^\/((?:platform\/|webhooks\/(?=endpoints\/))?[^/]*)/.exec(path)?.[1] ?? '';

/** The marketplace, whichever way it runs. */
interface Place {
  db: Database;
  clock: Clock;
  turns: Turns;
  createCabinet: (traderId: string) => Promise<string>;
  createRequisite: (traderId: string, changes: { cabinetId: string }) => Promise<string>;
  fund: (ownerId: string, usdt: string) => Promise<unknown>;
  /** Makes webhooks of all that has happened. */
  fanOut: () => Promise<unknown>;
}

interface Owner extends Client {
  id: string;
  personId: string;
}

interface Shop extends Owner {
  api: Client;
  order: (amount: string) => Promise<{ id: string }>;
}

/** An object of each kind that has ids, by its kind: the trader's and the merchant's. */
export async function createObjects(kantor: Place, trader: Owner, merchant: Shop): Promise<Record<string, string>> {
  const [now, traderId] = [kantor.clock(), trader.id];
  const cabinet = await kantor.createCabinet(traderId);
  const requisite = await kantor.createRequisite(traderId, { cabinetId: cabinet });
  const deposit = newId(now);
  const transfer = { txHash: '', logIndex: 0, amount: 1n, blockNumber: 1n, rawData: '' };
  await transaction(kantor.db, (tx) =>
    creditDeposits(tx, [{ id: deposit, traderId, createdAt: now, ...transfer }], now),
  );
  const message = { messageId: '1', phone: '', application: '', text: '', plainRequest: '', heardAt: now };
  await receiveMessage(kantor, { id: cabinet, traderId }, message);
  const order = (await merchant.order('100')).id;
  const appeal = await openAppeal(kantor, { merchantId: merchant.id, orderId: order, amount: 1n });
  await kantor.fund(merchant.id, '100');
  await merchant.call(updateWebhookEndpoint, { body: { url: 'https://shop.example/', is_active: true } });
  const recipient = { method: 'sbp', fio: 'Имя', phone: '+79995554433' } as const;
  const payout = await merchant.api.call(createMerchantPayout, {
    body: { amount: 10, external_id: '1', ...recipient },
  });
  await trader.call(takePayout, { params: { id: payout.id } });
  const file = new File(['Сумма;ФИО;Телефон\n100;Имя;+79995554433'], 'выплаты.csv');
  const batch = await merchant.call(uploadBatch, { file });
  const columns = JSON.stringify({ key: 0, amount: 1, fee: null, state: null, date: null, tail: null });
  const reconciliation = await merchant.call(makeReconciliation, {
    body: { kind: 'orders', columns, from: '2026-11-01', to: '2026-11-01' },
    file: new File(['Номер;Сумма\n1;100'], 'заказы.csv'),
  });
  const statement = newId(now);
  await sql`
    insert into reconciliation (id, account_id, kind, file_name, made_by, made_at, tolerance, fee_tolerance, only_paid, day_from, day_to,
      period_source, rows)
    values (${statement}, ${PLATFORM_ACCOUNT}, 'wallet', 'кошелёк.csv', ${merchant.personId}, ${now}, 0, 0, false, '2026-11-01',
      '2026-11-01', 'given', 1)`.execute(kantor.db);
  const wallet = await merchant.call(createWallet, { body: { wallet_to_withdraw: ADDRESS } });
  const request = { amount_in_usdt: 1, wallet_id: wallet.id };
  const withdrawal = await merchant.call(createWithdrawal, { body: request });
  const tradersWallet = await trader.call(createTraderWallet, { body: { wallet_to_withdraw: ADDRESS } });
  const tradersWithdrawal = await trader.call(createTraderWithdrawal, {
    body: { amount_in_usdt: 1, wallet_id: tradersWallet.id },
  });
  await kantor.fanOut();
  await singleStatement(kantor.db, (statement) => countFigures(statement, { id: merchant.id, role: 'merchant' }, now));
  const notification = (await trader.call(listNotifications)).results[0]?.id;
  const webhook = (await merchant.call(listWebhooks)).results[0]?.id;
  const invitation = (await trader.call(createInvitation, { body: { role: 'shift' } })).id;
  const [act, merchantsAct] = await createActs(trader, merchant);
  const exported = await createFile(merchant.api);
  const inTest = await createTestObjects(kantor.db, merchant.id, now);
  const kinds: [Pick<Route, 'path'>, string | undefined][] = [
    [platform.getPlatformOrder, order],
    [platform.getPlatformPayout, payout.id],
    [platform.getPlatformWithdrawal, withdrawal.id],
    [platform.getPlatformAppeal, appeal],
    [platform.getPlatformRequisite, requisite],
    [platform.getPlatformCabinet, cabinet],
    [platform.getPlatformNotification, notification],
    [platform.getPlatformDeposit, deposit],
    [platform.getPlatformWebhook, webhook],
    [getCabinet, cabinet],
    [getRequisite, requisite],
    [getDeposit, deposit],
    [getNotification, notification],
    [getOrder, order],
    [actions.allowWallet.carryOut, wallet.id],
    [actions.setFees.carryOut, merchant.id],
    [actions.acknowledgeFigure.carryOut, merchant.id],
    [actions.acceptProposal.carryOut, newId(now)],
    [actions.setPassword.carryOut, trader.personId],
    // The platform's own people are none of a trader's or a merchant's.
    [actions.setStaffPassword.carryOut, newId(now)],
    [actions.revokeInvitation.carryOut, invitation],
    [getAppeal, appeal],
    [getPayout, payout.id],
    [batches.getBatch, batch.id],
    [reconciliations.getReconciliation, reconciliation.id],
    [reconciliations.getPlatformReconciliation, statement],
    [getMerchantPayout, payout.id],
    [getWithdrawal, withdrawal.id],
    [getTraderWithdrawal, tradersWithdrawal.id],
    [removeWallet, wallet.id],
    [removeTraderWallet, tradersWallet.id],
    [getMerchantWithdrawal, withdrawal.id],
    [revokeApiKey, (await merchant.call(listApiKeys)).results[0]?.id],
    // A sign-in or a passkey: they are a person's, not an account's.
    [endSignIn, newId(now)],
    [removeAlertChannel, newId(now)],
    [setMemberRole, trader.personId],
    [revokeInvitation, invitation],
    [getWebhook, webhook],
    // Only a test key finds anything there.
    [payTestOrder, newId(now)],
    [happenToTestOrder, inTest.order],
    [happenToTestPayout, inTest.payout],
    [happenToTestAppeal, inTest.appeal],
    [changeWebhookEndpoint, merchant.id],
    [getExport, exported],
    [getAct, act],
    [{ path: `/acts${OF_MERCHANT}` }, merchantsAct],
    [getPlatformAct, act],
  ];
  return Object.fromEntries(kinds.map(([route, id = '']) => [kindOf(route), id]));
}

const addressOf = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path}`;

const NOBODY = '01a1f82f-1e80-7165-bb6b-52bced39bae7';

/** Sound fields of the platform's actions on one object, where they need some; the deed needs a version besides. */
const OF_ACTIONS = new Map<actions.ActionRoutes, object>([
  [actions.closeWithdrawal, { transaction_hash: 'a'.repeat(64) }],
  [actions.rejectWithdrawal, { reason: 'Адрес биржи' }],
  [actions.decidePayout, { for: 'merchant', reason: 'Не ушло' }],
  [actions.splitAppeal, { amount: '1', comment: 'x' }],
  [actions.setFees, { basis_points: 1 }],
  [actions.blockAccount, { reason: 'Проверка' }],
  [actions.unblockAccount, { reason: 'Проверка' }],
  [actions.stopTraffic, { reason: 'Проверка' }],
  [actions.allowTraffic, { reason: 'Проверка' }],
  [actions.setBalanceMode, { bank: 1, mode: 'shadow' }],
  [actions.setThreshold, { figure: 'silence', threshold: 1, least: 1 }],
  [actions.acknowledgeFigure, { figure: 'never_paid', days: 1, reason: 'x' }],
  [actions.depositByHand, { amount: '1', reference: 'x' }],
  [actions.adjustAccount, { account: 'available', amount_usdt: '1', reason: 'x' }],
  [actions.reverseOrder, { amount: '1', reason: 'x' }],
  [actions.declineProposal, { reason: 'x' }],
  [actions.disallowAccount, { permit: 'x' }],
  [actions.inviteMember, { role: 'owner' }],
  [actions.addMember, { username: 'somebody.new', role: 'owner' }],
  [actions.setMemberRole, { person: NOBODY, role: 'owner' }],
  [actions.removeMember, { person: NOBODY }],
  [actions.blockPerson, { reason: 'x' }],
  [actions.unblockPerson, { reason: 'x' }],
  [actions.restoreSecondFactor, { reason: 'x' }],
  [actions.blockStaff, { reason: 'x' }],
  [actions.unblockStaff, { reason: 'x' }],
]);
const actionBodies = Object.values(actions).flatMap((routes): [string, object][] => {
  const fields = OF_ACTIONS.get(routes) ?? {};
  return [
    [addressOf(routes.preview), fields],
    [addressOf(routes.carryOut), { ...fields, version: 'none' }],
  ];
});

const NO_COLUMNS = {
  amount: 0,
  fio: 1,
  phone: 2,
  bank_account: null,
  recipient_bank: null,
  external_id: null,
};

const SOUND = new Map<string, object>([
  ...ACT_BODIES.map(([route, body]) => [addressOf(route), body] as const),
  ...[openAppealByClaim, openMerchantAppealByClaim].map((call) => [addressOf(call), {}] as const),
  ...actionBodies,
  [addressOf(updateRequisite), { bank_type: 1 }],
  [addressOf(toggleRequisite), { is_active: false }],
  [addressOf(updateCabinet), { device_name: 'Чужой', bank_detail: [] }],
  [addressOf(toggleCabinet), { is_active: false }],
  [addressOf(connectCabinet), { application: 'sms_gateway' }],
  [addressOf(happenToTestOrder), { event: 'pay' }],
  [addressOf(happenToTestPayout), { event: 'complete' }],
  [addressOf(happenToTestAppeal), { event: 'confirm' }],
  [addressOf(contestPayout), { reason: 'Не пришло' }],
  [addressOf(contestMerchantPayout), { reason: 'Не пришло' }],
  [addressOf(setMemberRole), { role: 'owner' }],
  [addressOf(changeView), { name: 'Вид' }],
  [addressOf(batches.mapBatch), { columns: NO_COLUMNS }],
  [addressOf(batches.startBatch), { held_in_usdt: '1' }],
  [addressOf(batches.approveBatch), { held_in_usdt: '1' }],
  [addressOf(batches.resumeBatch), { held_in_usdt: '1' }],
  [addressOf(changeWebhookEndpoint), { url: 'https://shop.example/', types: null, is_active: true }],
  [addressOf(testWebhookEndpoint), { type: 'order.closed' }],
  [addressOf(dismissMessage), { reason: 'advert' }],
  [addressOf(confirmOrderForSum), { notification_id: NOBODY }],
]);

/** A body with which a call looks for its object: with another it is refused before. */
export const bodyOf = (call: Pick<Route, 'method' | 'path'>): object | undefined => SOUND.get(addressOf(call));

/** What a call must be asked for: without it there is nothing to be read. */
const ASKED = new Map([
  [addressOf(getBreakdown), 'by=bank'],
  [addressOf(search), 'text=nothing'],
  [addressOf(listViews), 'list=orders'],
]);

export const queryOf = (call: Pick<Route, 'method' | 'path'>): string => ASKED.get(addressOf(call)) ?? '';
