import { sbpMemberName } from '@kantor/contract/plain/sbp-members.ts';
import { SCALE } from '@kantor/contract/plain/money.ts';
import { PAYOUT_STATUS_TEXT } from '@kantor/contract/plain/statuses.ts';
import type { BatchRowState } from '@kantor/contract/plain/batches.ts';
import type { FileColumn } from '../../http/table-file.ts';
import { DOTTED } from '../../kernel/mask.ts';
import type { Sums } from './rules.ts';
import type { BatchView } from './service/batches.ts';
import type { ListedBatch } from './store/batch.ts';
import type { ShownRow } from './store/rows.ts';

const toSums = ({ count, amount, amountUsdt, fee }: Sums) => ({
  count,
  amount,
  amount_in_usdt: amountUsdt,
  fee_in_usdt: fee,
});

export const toListed = ({ id, fileName, state, maker, madeAt, rows, done, failed, amount }: ListedBatch) => ({
  id,
  file_name: fileName,
  state,
  made_by: maker,
  made_at: madeAt,
  rows,
  done,
  failed,
  amount,
});

export function toBatch({ batch, counts, good, made, left, ...view }: BatchView) {
  const rows = Object.values(counts).reduce((a, b) => a + b, 0);
  return {
    id: batch.id,
    file_name: batch.fileName,
    state: batch.state,
    made_by: batch.maker,
    made_at: batch.madeAt,
    rows,
    done: counts.done,
    failed: counts.failed,
    amount: good.amount + made.amount + left.amount,
    heads: batch.heads,
    samples: view.samples,
    columns: batch.columns,
    counts,
    good: toSums(good),
    warned: toSums(view.warned),
    made: toSums(made),
    left: toSums(left),
    balance: view.balance,
    conversion_rate: view.rate,
    second_above: view.secondAbove,
    started_by: batch.starter,
    started_at: batch.startedAt,
    approved_by: batch.approver,
    approved_at: batch.approvedAt,
    reason: batch.reason,
    stop_reason: batch.stopReason,
    ended_at: batch.endedAt,
    can_map: view.actions.canMap,
    can_start: view.actions.canStart,
    can_approve: view.actions.canApprove,
    can_stop: view.actions.canStop,
    can_resume: view.actions.canResume,
    can_cancel: view.actions.canCancel,
  };
}

/** Where the money goes, in dots: the payout shows it whole. */
const toOf = ({ phone, bankAccount }: ShownRow) => DOTTED.number(bankAccount || phone || '');

const bankOf = ({ recipientBank: id }: ShownRow) => (id === null ? null : (sbpMemberName(id) ?? id));

export const toRow = (row: ShownRow) => ({
  line: row.line,
  state: row.state,
  amount: row.amount,
  fio: row.fio ?? '',
  to: toOf(row),
  bank: bankOf(row),
  external_id: row.externalId,
  faults: row.faults,
  warnings: row.warnings,
  payout: row.payoutId === null || row.payoutStatus === null ? null : { id: row.payoutId, status: row.payoutStatus },
});

export const ROW_STATE_TEXT: Record<BatchRowState, string> = {
  bad: 'С ошибкой',
  warned: 'С замечанием',
  good: 'Готова',
  queued: 'В очереди',
  skipped: 'Пропущена',
  failed: 'Не создана',
  done: 'Создана',
};

/** What became of the rows of a file. */
export const RESULT_COLUMNS: readonly FileColumn<ShownRow>[] = [
  { head: 'Строка', text: ({ line }) => String(line) },
  { head: 'Ваш номер', text: ({ externalId }) => externalId },
  { head: 'ФИО', text: ({ fio }) => fio },
  { head: 'Куда', text: toOf },
  { head: 'Сумма, ₽', amount: ({ amount }) => amount, scale: SCALE.rub, isSummed: true },
  { head: 'Итог', text: ({ state }) => ROW_STATE_TEXT[state] },
  { head: 'Почему', text: ({ faults, warnings }) => [...faults, ...warnings].join('; ') },
  { head: 'ID выплаты', text: ({ payoutId }) => payoutId },
  {
    head: 'Статус выплаты',
    text: ({ payoutStatus }) => payoutStatus && PAYOUT_STATUS_TEXT[payoutStatus],
  },
];
