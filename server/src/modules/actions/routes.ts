import type { ActionCalls } from '@kantor/contract/wire/platform/action.ts';
import * as accountCalls from '@kantor/contract/wire/platform/account-actions.ts';
import * as memberCalls from '@kantor/contract/wire/platform/member-actions.ts';
import * as contestedCalls from '@kantor/contract/wire/platform/contested.ts';
import * as balanceCalls from '@kantor/contract/wire/platform/balances.ts';
import * as radarCalls from '@kantor/contract/wire/platform/radar.ts';
import * as rateCalls from '@kantor/contract/wire/platform/rate.ts';
import * as trafficCalls from '@kantor/contract/wire/platform/traffic.ts';
import * as withdrawalCalls from '@kantor/contract/wire/platform/withdrawals.ts';
import type { z } from 'zod';
import { actorOf } from '../../http/actor.ts';
import type { Bind, Caller } from '../../http/endpoint.ts';
import { unauthorized } from '../../kernel/errors.ts';
import { appendAudit } from '../audit/index.ts';
import type { RateRules } from '../rates/index.ts';
import { type Action, carryOut, type Deps, type Keep, type Operator, preview } from './frame.ts';
import { toDone, toPreview } from './wire.ts';
import * as balances from './balances.ts';
import * as accounts from './accounts.ts';
import * as appeals from './appeals.ts';
import * as members from './members.ts';
import * as money from './money.ts';
import * as payouts from './payouts.ts';
import * as people from './people.ts';
import * as permits from './permits.ts';
import * as radar from './radar.ts';
import * as rates from './rates.ts';
import * as traffic from './traffic.ts';
import { transferOf } from './transfer-proof.ts';
import * as webhooks from './webhooks.ts';
import { closeWithdrawals } from './withdrawal-batch.ts';
import * as withdrawals from './withdrawals.ts';

/** The terms of what the platform's people do. */
export interface ActionTerms extends withdrawals.ClosingTerms {
  rates: { rules: RateRules; hasSource: boolean };
  /** The extended public key of traders' deposit addresses, if there is one. */
  depositKey: string | undefined;
}

/** The person who calls. @throws ApiError 401 when there is none. */
function personOf({ person }: Caller): Operator {
  if (person === undefined) throw unauthorized();
  return person;
}

type Fields<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;

/** Makes a function that binds both calls of an action. */
const offerOn =
  (bind: Bind, deps: Deps) =>
  <Shape extends z.ZodRawShape, Input, Found, Known>(
    calls: ActionCalls<Shape>,
    inputOf: (fields: Fields<Shape>, id: string) => Input,
    actionOf: (operator: Operator) => Action<Input, Found, Known>,
  ) => {
    // What is parsed is what the schemas say; of fields that are not known here the compiler cannot tell.
    const { preview: asked, carryOut: deed } = calls as unknown as ActionCalls;
    const read = (body: object, params: { id: string } | undefined) => inputOf(body as Fields<Shape>, params?.id ?? '');
    bind(asked, async ({ caller, params, body }) => {
      const person = personOf(caller);
      return toPreview(await preview(deps, actionOf(person), person.username, read(body, params)));
    });
    bind(deed, async ({ caller, params, body, request }) => {
      const { version, ...fields } = body as { version: string };
      const person = personOf(caller);
      const action = actionOf(person);
      const actor = actorOf(caller, request);
      const keep: Keep = (tx, { object: { kind, id }, accountIds = [], before, after }, at) => {
        const concerned = kind === 'account' ? [id, ...accountIds] : accountIds;
        const entry = { actor, accountIds: concerned, action: action.name, object: { kind, id }, before, after };
        return appendAudit(tx, entry, at);
      };
      const input = read(fields, params);
      return toDone(await carryOut(deps, action, person.username, { input, version, keep }));
    });
  };

export function actionRoutes(bind: Bind, deps: Deps, terms: ActionTerms): void {
  const offer = offerOn(bind, deps);
  bind(withdrawalCalls.getTransfer, async ({ params }) => ({
    state: await transferOf(deps.db, params.id, terms.chainNode),
  }));
  offerWithdrawals(offer, terms);
  offerContested(offer);
  offerRates(offer, terms);
  offerAccounts(offer, terms);
  offerPermits(offer);
  offerMembers(offer);
  offerPeople(offer, terms);
  offerMoney(offer, terms);
  offerRadar(offer);
}

type Offer = ReturnType<typeof offerOn>;
const ofId = (_: object, id: string) => ({ id });
const withId = <Sent extends object>(fields: Sent, id: string) => ({ ...fields, id });

function offerWithdrawals(offer: Offer, terms: ActionTerms): void {
  offer(withdrawalCalls.sendWithdrawal, ofId, () => withdrawals.sendWithdrawal);
  offer(
    withdrawalCalls.sendWithdrawals,
    ({ ids }) => ({ ids }),
    () => withdrawals.sendWithdrawals,
  );
  offer(
    withdrawalCalls.rejectWithdrawal,
    ({ reason, is_not_sent: isNotSent }, id) => ({ id, reason, isNotSent }),
    () => withdrawals.rejectWithdrawal,
  );
  offer(
    withdrawalCalls.closeWithdrawal,
    ({ transaction_hash: hash, is_unseen: isUnseen }, id) => ({ id, hash, isUnseen }),
    (operator) => withdrawals.closeWithdrawal(operator, terms),
  );
  offer(
    withdrawalCalls.closeWithdrawals,
    ({ text, is_unseen: isUnseen }) => ({ text, isUnseen }),
    (operator) => closeWithdrawals(operator, terms),
  );
}

function offerContested(offer: Offer): void {
  offer(contestedCalls.confirmAppeal, withId, () => appeals.confirmAppeal);
  offer(contestedCalls.declineAppeal, withId, () => appeals.declineAppeal);
  offer(contestedCalls.splitAppeal, withId, () => appeals.splitAppeal);
  offer(contestedCalls.freePayout, ofId, () => payouts.freePayout);
  offer(
    contestedCalls.decidePayout,
    ({ for: whom, reason }, id) => ({ id, for: whom, reason }),
    () => payouts.decidePayout,
  );
  offer(contestedCalls.resendWebhook, ofId, () => webhooks.resendWebhook);
  offer(
    contestedCalls.resendWebhooks,
    ({ ids }) => ({ ids }),
    () => webhooks.resendWebhooks,
  );
}

function offerRates(offer: Offer, { rates: { rules } }: ActionTerms): void {
  offer(
    rateCalls.setRate,
    ({ rate: value, is_forced: isForced }) => ({ value, isForced }),
    () => rates.setRate(rules),
  );
  offer(
    rateCalls.acceptRate,
    ({ proposal }) => ({ proposal: BigInt(proposal) }),
    () => rates.decideRate(rules, true),
  );
  offer(
    rateCalls.declineRate,
    ({ proposal }) => ({ proposal: BigInt(proposal) }),
    () => rates.decideRate(rules, false),
  );
}

function offerAccounts(offer: Offer, terms: ActionTerms): void {
  offer(
    accountCalls.createAccount,
    ({ role, username, basis_points: basisPoints, payout_enable: payoutEnable }) => ({
      role,
      username,
      basisPoints,
      payoutEnable,
    }),
    () => accounts.createAccount(terms.depositKey),
  );
  offer(
    accountCalls.setFees,
    ({ basis_points: basisPoints }, id) => ({ id, basisPoints }),
    () => accounts.setFees,
  );
  offer(
    accountCalls.setLimits,
    ({ active_orders: orders, active_sum: sum, unpaid_hour: unpaid, requests_second: requests }, id) => ({
      id,
      ...(orders !== undefined && { activeOrders: orders }),
      ...(sum !== undefined && { activeSum: sum }),
      ...(unpaid !== undefined && { unpaidHour: unpaid }),
      ...(requests !== undefined && { requestsSecond: requests }),
    }),
    () => accounts.setLimits,
  );
  offer(
    accountCalls.blockAccount,
    ({ reason, keep_keys: keepKeys, keep_phones: keepPhones }, id) => ({ id, reason, keepKeys, keepPhones }),
    () => accounts.blockAccount,
  );
  offer(
    accountCalls.unblockAccount,
    ({ reason }, id) => ({ id, reason }),
    () => accounts.unblockAccount,
  );
}

function offerPermits(offer: Offer): void {
  offer(
    accountCalls.allowAccount,
    ({ bank_id: bankId, phone, bank_account: bankAccount }, id) => ({ id, bankId, phone, bankAccount }),
    () => permits.allowAccount,
  );
  offer(
    accountCalls.disallowAccount,
    ({ permit }, id) => ({ id, permit }),
    () => permits.disallowAccount,
  );
  offer(contestedCalls.allowWallet, ofId, () => permits.allowWallet);
}

function offerMembers(offer: Offer): void {
  offer(memberCalls.inviteMember, ({ role }, id) => ({ id, role }), members.inviteMember);
  offer(memberCalls.revokeInvitation, ofId, () => members.revokeInvitation);
  offer(
    memberCalls.addMember,
    ({ username, role }, id) => ({ id, username, role }),
    () => members.addMember,
  );
  offer(
    memberCalls.setMemberRole,
    ({ person: personId, role }, id) => ({ id, personId, role }),
    () => members.setMemberRole,
  );
  offer(
    memberCalls.removeMember,
    ({ person: personId }, id) => ({ id, personId }),
    () => members.removeMember,
  );
}

const withReason = ({ reason }: { reason: string }, id: string) => ({ id, reason });

function offerPeople(offer: Offer, terms: ActionTerms): void {
  offer(
    memberCalls.setPassword,
    ({ keep_keys: keepKeys, keep_phones: keepPhones }, id) => ({ id, keepKeys, keepPhones }),
    () => people.setPassword,
  );
  offer(memberCalls.blockPerson, withReason, () => people.blockPerson);
  offer(memberCalls.unblockPerson, withReason, () => people.unblockPerson);
  offer(memberCalls.setStaffPassword, ofId, () => people.setStaffPassword);
  offer(memberCalls.blockStaff, withReason, () => people.blockStaff);
  offer(memberCalls.unblockStaff, withReason, () => people.unblockStaff);
  offer(memberCalls.restoreSecondFactor, withReason, (operator) => people.restoreSecondFactor(operator, terms));
}

function offerRadar(offer: Offer): void {
  offer(
    trafficCalls.stopTraffic,
    ({ reason }, id) => ({ id, reason }),
    () => traffic.stopTraffic,
  );
  offer(
    trafficCalls.allowTraffic,
    ({ reason }, id) => ({ id, reason }),
    () => traffic.allowTraffic,
  );
  offer(
    radarCalls.setThreshold,
    (threshold) => threshold,
    () => radar.setThreshold,
  );
  offer(
    radarCalls.acknowledgeFigure,
    (fields, id) => ({ id, ...fields }),
    () => radar.acknowledgeFigure,
  );
  offer(
    balanceCalls.setBalanceMode,
    (fields) => fields,
    () => balances.setBalanceMode,
  );
}

function offerMoney(offer: Offer, terms: ActionTerms): void {
  offer(
    accountCalls.depositByHand,
    ({ amount, reference }, id) => ({ id, amount, reference }),
    (operator) => money.deposit(operator, terms),
  );
  offer(
    accountCalls.adjustAccount,
    ({ account, against, amount_usdt: amountUsdt, reason }, id) => ({ id, account, against, amountUsdt, reason }),
    (operator) => money.adjust(operator, terms),
  );
  offer(
    accountCalls.reverseOrder,
    ({ amount, reason }, id) => ({ id, amount, reason }),
    (operator) => money.reverseOrder(operator, terms),
  );
  offer(accountCalls.acceptProposal, ofId, (operator) => money.acceptProposal(operator, terms));
  offer(
    accountCalls.declineProposal,
    ({ reason }, id) => ({ id, reason }),
    (operator) => money.declineProposal(operator),
  );
}
