import { ORDER_STATUS_TEXT } from '@kantor/contract/plain/statuses.ts';
import type { listMessagesToSort } from '@kantor/contract/wire/match.ts';
import type { listBalanceBanks } from '@kantor/contract/wire/platform/balances.ts';
import type { z } from 'zod';
import type { OtherSums } from '../accounts/index.ts';
import type { MatchCandidate } from './service/candidates.ts';
import type { ForSum } from './service/for-sum.ts';
import type { SortedMessage } from './service/sorting.ts';
import type { BalanceBank } from './store/modes.ts';

type Row = z.output<typeof listBalanceBanks.response>['results'][number];

export const toBalanceBank = ({ disagreements, ...bank }: BalanceBank): Row => ({
  id: bank.id,
  name: bank.name,
  mode: bank.mode,
  done: bank.done,
  agreed: bank.agreed,
  disagreed: bank.disagreed,
  open: bank.open,
  doubted: bank.doubted,
  disagreements: disagreements.map(({ createdAt, ...of }) => ({ ...of, created_at: new Date(createdAt) })),
});

type MessageRow = z.output<typeof listMessagesToSort.response>['results'][number];

const toCandidate = (order: MatchCandidate): MessageRow['candidates'][number] => ({
  id: order.orderId,
  short_name: order.orderId.slice(-8).toUpperCase(),
  amount: order.amount,
  bank_detail: { short_name: order.requisite },
  created_at: order.createdAt,
  expires_at: order.expiresAt,
  status: order.status,
  human_status: ORDER_STATUS_TEXT[order.status],
  difference: order.difference,
  balance_fits: order.fits,
  can_confirm: order.canConfirm,
  for_sum: order.forSum,
});

export const toMessageToSort = (message: SortedMessage): MessageRow => ({
  id: message.id,
  heard_at: message.heardAt,
  created_at: message.createdAt,
  cabinet: { device_name: message.deviceName },
  application: message.application,
  bank: message.bank,
  amount: message.amount,
  sender: message.sender,
  tail: message.tail,
  text: message.text,
  outcome: message.outcome,
  reason: message.reason,
  candidates: message.candidates.map(toCandidate),
});

export const toForSum = ({ way, amount, appealId }: ForSum) => ({ way, amount, appeal: appealId });

export const toOtherSums = ({ rule, missingPercent }: OtherSums) => ({ rule, missing_percent: missingPercent });
