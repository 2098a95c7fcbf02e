import { sbpMemberName } from '@kantor/contract/plain/sbp-members.ts';
import { PAYOUT_STATUS_TEXT } from '@kantor/contract/plain/statuses.ts';
import type { LinkFile } from '../files/index.ts';
import type { PayoutView } from './service/payout.ts';
import type { Payout } from './store/payout.ts';

/** The moment from which a payout is done or cancelled; one that was returned is cancelled from then on. */
export const closedAt = ({ settlement, settledAt, doneAt }: Payout) => (settlement === 'returned' ? settledAt : doneAt);

/** A payout in the lists of traders and merchants. */
export const toRow = (payout: Payout) => ({
  id: payout.id,
  amount: payout.amount,
  amount_in_usdt: payout.amountUsdt,
  is_sbp: payout.isSbp,
  status: payout.status,
  human_status: PAYOUT_STATUS_TEXT[payout.status],
  created_at: payout.createdAt,
  done_datetime: closedAt(payout),
  settlement: payout.settlement,
  contest_until: payout.contestUntil,
});

/** The bank of a payout's recipient with its name, if the merchant named one. */
export const toRecipientBank = ({ recipientBank: id }: Payout) =>
  id === null ? null : { id, name: sbpMemberName(id) ?? id };

/** A payout on a person's screen; its receiver is left out for a person who may not see it. */
export function toDetail({ payout, actions, showsReceiver, takeRefusal }: PayoutView, linkFile: LinkFile) {
  const { canTake, canFree, canFinish, canContest } = actions;
  const receiver = {
    fio: payout.fio,
    phone: payout.phone,
    bank_account: payout.bankAccount,
    recipient_bank: toRecipientBank(payout),
    photo: payout.photoId && payout.photoName ? linkFile(payout.photoId, payout.photoName) : null,
  };
  return {
    ...toRow(payout),
    can_take_on_work: canTake,
    can_free: canFree,
    can_be_done: canFinish,
    can_interact: canTake || canFree || canFinish,
    can_contest: canContest,
    take_refusal: takeRefusal,
    taken_until: payout.takenUntil,
    contest_reason: payout.contestReason,
    decision_reason: payout.decisionReason,
    ...(showsReceiver ? receiver : {}),
  };
}
