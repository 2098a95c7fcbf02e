import * as actions from '@kantor/contract/plain/platform-actions.ts';
import * as batches from '@kantor/contract/plain/batch-routes.ts';
import { confirmOrderForSum, dismissMessage, openAppealByClaim } from '@kantor/contract/plain/match-routes.ts';
import {
  contestMerchantPayout,
  getMerchantReport,
  openMerchantAppealByClaim,
} from '@kantor/contract/plain/merchant-routes.ts';
import { connectCabinet, toggleCabinet, updateCabinet } from '@kantor/contract/plain/cabinet-routes.ts';
import { type Route } from '@kantor/contract/plain/routes.ts';
import { contestPayout } from '@kantor/contract/plain/payout-routes.ts';
import { toggleRequisite, updateRequisite } from '@kantor/contract/plain/requisite-routes.ts';
import { changeView, listViews, setMemberRole } from '@kantor/contract/plain/account-routes.ts';
import { happenToTestAppeal, happenToTestOrder, happenToTestPayout } from '@kantor/contract/plain/test-routes.ts';
import { getBreakdown } from '@kantor/contract/plain/analytics-routes.ts';
import { search } from '@kantor/contract/wire/search.ts';
import { changeWebhookEndpoint, testWebhookEndpoint } from '@kantor/contract/plain/webhook-routes.ts';
import { ACT_BODIES } from './acts.ts';

// What calls must be asked with to be about their object at all.

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
  [addressOf(getMerchantReport), 'from=2026-01-01&to=2026-01-01'],
  [addressOf(search), 'text=nothing'],
  [addressOf(listViews), 'list=orders'],
]);

export const queryOf = (call: Pick<Route, 'method' | 'path'>): string => ASKED.get(addressOf(call)) ?? '';
