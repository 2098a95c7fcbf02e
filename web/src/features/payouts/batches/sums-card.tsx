import type { Batch } from '@/api/batches';
import { type Fact, FactsCard } from '@/shared/detail/facts';
import type { BatchTexts } from '@/shared/i18n/batch';
import { formatCount, formatUsdt, inRub, inUsdt, rateInRub } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { together, type Total } from './micro';

/** What a total holds, and what is left of the balance then. */
export const heldFacts = (t: BatchTexts, total: Total, balance: string | number): Fact[] => [
  [t('batch:sums.held'), t('batch:sums.heldWithFee', { sum: formatUsdt(total.held), fee: formatUsdt(total.fee) })],
  [t('batch:sums.balance'), inUsdt(balance)],
  [
    t('batch:sums.rest'),
    total.restOf(balance) === undefined ? t('batch:sums.notEnough') : inUsdt(total.restOf(balance)),
  ],
];

/** What the rows come to, before the start and after it. */
export function SumsCard({ batch, t }: { batch: Batch; t: BatchTexts }) {
  const { good, warned, made, left, counts, balance, conversion_rate: rate } = batch;
  const isChecked = batch.state === 'checked';
  const open = together(isChecked ? good : left);
  const inRows = (n: number) => t('batch:sums.rows', { n: formatCount(n) });
  const lead: Fact[] = isChecked
    ? [
        [t('batch:sums.good'), inRub(good.amount)],
        [t('batch:sums.warned'), inRows(warned.count)],
        [t('batch:sums.bad'), inRows(counts.bad)],
      ]
    : [
        [t('batch:sums.made'), inRub(made.amount)],
        [t('batch:sums.left'), inRows(counts.queued)],
        [t('batch:sums.failed'), inRows(counts.failed)],
      ];
  const done = together(made);
  const facts: Fact[] = [
    ...(done.count > 0
      ? ([
          [
            t('batch:sums.heldMade'),
            t('batch:sums.heldWithFee', { sum: formatUsdt(done.held), fee: formatUsdt(done.fee) }),
          ],
        ] as const)
      : []),
    ...(open.count > 0 ? heldFacts(t, open, balance) : []),
    [t('batch:sums.rate'), rate === null ? t('batch:sums.noRate') : rateInRub(rate)],
    [t('batch:fields.by'), `${batch.made_by}, ${formatDateTime(batch.made_at)}`],
    ...person(t('batch:sums.startedBy'), batch.started_by, batch.started_at),
    ...person(t('batch:sums.approvedBy'), batch.approved_by, batch.approved_at),
    ...(batch.reason === null ? [] : [[t('batch:sums.reason'), batch.reason] as const]),
  ];
  return <FactsCard title={t('batch:sums.title')} lead={lead} facts={facts} />;
}

const person = (label: string, name: string | null, at: string | null): Fact[] =>
  name === null ? [] : [[label, `${name}, ${formatDateTime(at)}`]];
