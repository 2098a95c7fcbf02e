import { APPEAL_STATUS_TEXT } from '@kantor/contract/plain/statuses.ts';
import type { LinkFile } from '../files/index.ts';
import type { AppealDetail, AppealRow } from './store/appeal.ts';

/** An appeal in the lists of its owners. */
export const toRow = (appeal: AppealRow) => ({
  id: appeal.id,
  order_id: appeal.orderId,
  amount: appeal.amount,
  order_amount: appeal.orderAmount,
  created_at: appeal.createdAt,
  processed_datetime: appeal.processedAt,
  status: appeal.status,
  human_status: APPEAL_STATUS_TEXT[appeal.status],
  stage: appeal.stage,
  round: appeal.round,
  answer_until: appeal.answerUntil,
});

/** An appeal on its own screen, with a link to its file. */
export const toDetail = (appeal: AppealDetail, linkFile: LinkFile) => ({
  ...toRow(appeal),
  order: { id: appeal.orderId, short_name: appeal.orderId.slice(-8).toUpperCase() },
  bank_detail: { short_name: appeal.requisite },
  bank_name: { short_name: appeal.bank },
  decided_by: appeal.decidedBy,
  ...(appeal.fileId && appeal.fileName ? { file: linkFile(appeal.fileId, appeal.fileName) } : {}),
});
