import { DOTTED } from '../../kernel/mask.ts';
import type { Correction } from './store.ts';

/** What a proposal would change, as a screen has the words for it. */
function toChange({ change, username }: Correction) {
  switch (change.kind) {
    case 'reversal':
      return { kind: change.kind, order_id: change.orderId, amount: change.amount };
    case 'adjustment':
      return {
        kind: change.kind,
        account_id: change.userId,
        account_name: username ?? '',
        part: change.account,
        against: change.against,
        amount_in_usdt: change.amountUsdt,
      };
    case 'deposit':
      return {
        kind: change.kind,
        account_id: change.userId,
        account_name: username ?? '',
        amount_in_usdt: change.amountUsdt,
        reference: change.reference,
      };
    case 'closing':
      return {
        kind: change.kind,
        withdrawal_id: change.withdrawalId,
        transaction_hash: change.transactionHash,
        is_unseen: change.unseen,
      };
    case 'second_factor':
      return { kind: change.kind, person: username ?? '' };
  }
}

/** A waiting proposal. @param personId of whoever looks at it. */
export const toProposal = (correction: Correction, personId: string | undefined) => ({
  ...toChange(correction),
  id: correction.id,
  reason: DOTTED.text(correction.reason),
  proposed_by: correction.proposedBy,
  is_own: correction.proposedById === personId,
  created_at: correction.createdAt,
  lapses_at: correction.lapsesAt,
});
