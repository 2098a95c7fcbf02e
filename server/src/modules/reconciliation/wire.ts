import { formatMinorUnits, SCALE, type Scale } from '@kantor/contract/plain/money.ts';
import {
  type Pile,
  PILES,
  RECONCILIATION_DAYS,
  type ReconciliationKind,
} from '@kantor/contract/plain/reconciliations.ts';
import { ORDER_STATUS_TEXT, PAYOUT_STATUS_TEXT } from '@kantor/contract/plain/statuses.ts';
import type { makeReconciliation } from '@kantor/contract/wire/reconciliations.ts';
import type { z } from 'zod';
import type { FileColumn } from '../../http/table-file.ts';
import { after, DAY } from '../../kernel/clock.ts';
import { scaleOf } from './rules.ts';
import type { Terms } from './service/asking.ts';
import type { View } from './service/showing.ts';
import type { Listed, PileSums } from './store/reconciliation.ts';
import type { Row } from './store/rows.ts';

/** What was sent beside the file. */
export const toTerms = ({
  fee_tolerance: feeTolerance,
  window_minutes: windowMinutes,
  only_paid: onlyPaid,
  skip_unread: skipUnread,
  from,
  to,
  ...own
}: z.output<typeof makeReconciliation.body>): Terms => ({
  ...own,
  from,
  to,
  feeTolerance,
  windowMinutes,
  onlyPaid: onlyPaid === 'true',
  skipUnread: skipUnread === 'true',
});

const textOf = (units: bigint | null, scale: Scale) => (units === null ? null : formatMinorUnits(units, scale));

type Sums = Omit<PileSums, 'pile'>;

const toSums = ({ count, ours, theirs, oursFee, theirsFee }: Sums, scale: Scale) => ({
  count,
  ours: textOf(ours, scale),
  theirs: textOf(theirs, scale),
  ours_fee: textOf(oursFee, SCALE.usdt),
  theirs_fee: textOf(theirsFee, SCALE.usdt),
  difference: formatMinorUnits((ours ?? 0n) - (theirs ?? 0n), scale),
  fee_difference: formatMinorUnits((oursFee ?? 0n) - (theirsFee ?? 0n), SCALE.usdt),
});

const NOTHING: Sums = { count: 0, ours: null, theirs: null, oursFee: null, theirsFee: null };

const plus = (one: bigint | null, other: bigint | null) => (one === null ? other : one + (other ?? 0n));

/** What all piles come to, without what was left out. */
const totalOf = (piles: readonly PileSums[]): Sums =>
  piles
    .filter(({ pile }) => pile !== 'left_out')
    .reduce(
      (sum: Sums, each) => ({
        count: sum.count + each.count,
        ours: plus(sum.ours, each.ours),
        theirs: plus(sum.theirs, each.theirs),
        oursFee: plus(sum.oursFee, each.oursFee),
        theirsFee: plus(sum.theirsFee, each.theirsFee),
      }),
      NOTHING,
    );

const listed = ({ id, kind, fileName, maker, madeAt, from, to, rows }: View['reconciliation']) => ({
  id,
  kind,
  file_name: fileName,
  made_by: maker,
  made_at: madeAt,
  from,
  to,
  rows,
});

export const toListed = (item: Listed) => ({
  ...listed(item),
  differences: item.differences,
  difference: formatMinorUnits(item.difference, scaleOf(item.kind)),
});

export function toDetail({ reconciliation, piles }: View) {
  const { kind, madeAt, heads, tolerance, feeTolerance, windowMinutes, onlyPaid, scope, periodSource } = reconciliation;
  const scale = scaleOf(kind);
  const total = totalOf(piles);
  const agreed = piles.find(({ pile }) => pile === 'match')?.count ?? 0;
  return {
    ...listed(reconciliation),
    differences: total.count - agreed,
    difference: formatMinorUnits((total.ours ?? 0n) - (total.theirs ?? 0n), scale),
    period_source: periodSource,
    columns: heads,
    tolerance: formatMinorUnits(tolerance, scale),
    fee_tolerance: formatMinorUnits(feeTolerance, SCALE.usdt),
    window_minutes: windowMinutes,
    only_paid: onlyPaid,
    of: scope,
    kept_until: after(madeAt, RECONCILIATION_DAYS * DAY),
    piles: PILES.map((pile) => ({
      pile,
      ...toSums(piles.find((each) => each.pile === pile) ?? NOTHING, scale),
    })),
    totals: toSums(total, scale),
  };
}

export const toRow = (kind: ReconciliationKind) => (row: Row) => ({
  n: row.n,
  line: row.line,
  key: row.key,
  ours: textOf(row.ours, scaleOf(kind)),
  theirs: textOf(row.theirs, scaleOf(kind)),
  ours_fee: textOf(row.oursFee, SCALE.usdt),
  theirs_fee: textOf(row.theirsFee, SCALE.usdt),
  ours_state: row.oursState || null,
  theirs_state: row.theirsState,
  ours_at: row.oursAt,
  theirs_at: row.theirsAt,
  object: row.objectKind === null || row.objectId === null ? null : { kind: row.objectKind, id: row.objectId },
  reason: row.reason,
});

const PILE_TEXT: Readonly<Record<Pile, string>> = {
  match: 'Совпало',
  amount: 'Разная сумма',
  state: 'Разный статус',
  fee: 'Разная комиссия',
  only_ours: 'Только у нас',
  only_theirs: 'Только у вас',
  left_out: 'Не участвует',
};

const STATE_TEXT: Readonly<Record<string, string>> = { ...PAYOUT_STATUS_TEXT, ...ORDER_STATUS_TEXT };

const stateText = (kind: ReconciliationKind, state: string | null) =>
  state && ((kind === 'payouts' ? PAYOUT_STATUS_TEXT : STATE_TEXT) as Readonly<Record<string, string>>)[state];

/** A reconciliation as a file. */
export function fileColumns(kind: ReconciliationKind): readonly FileColumn<Row>[] {
  const scale = scaleOf(kind);
  const unit = kind === 'wallet' ? 'USDT' : '₽';
  return [
    { head: 'Итог', text: ({ pile }) => PILE_TEXT[pile] },
    { head: 'Строка', text: ({ line }) => (line === null ? null : String(line)) },
    { head: kind === 'wallet' ? 'Хэш' : 'Номер', text: ({ key }) => key },
    { head: `Сумма у нас, ${unit}`, amount: ({ ours }) => ours, scale, isSummed: true },
    { head: `Сумма у вас, ${unit}`, amount: ({ theirs }) => theirs, scale, isSummed: true },
    {
      head: `Разница, ${unit}`,
      amount: ({ ours, theirs, pile }) => (pile === 'left_out' ? null : (ours ?? 0n) - (theirs ?? 0n)),
      scale,
      isSummed: true,
    },
    { head: 'Комиссия у нас, USDT', amount: ({ oursFee }) => oursFee, scale: SCALE.usdt, isSummed: true },
    { head: 'Комиссия у вас, USDT', amount: ({ theirsFee }) => theirsFee, scale: SCALE.usdt, isSummed: true },
    { head: 'Статус у нас', text: ({ oursState }) => stateText(kind, oursState) || null },
    { head: 'Статус у вас', text: ({ theirsState }) => theirsState },
    { head: 'Время у нас', moment: ({ oursAt }) => oursAt },
    { head: 'Время у вас', moment: ({ theirsAt }) => theirsAt },
    { head: 'ID', text: ({ objectId }) => objectId },
    { head: 'Почему не участвует', text: ({ reason }) => reason },
  ];
}
