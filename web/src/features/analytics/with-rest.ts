import type { BreakdownRow, Figures } from '@/api/analytics';
import type { AnalyticsTexts } from '@/shared/i18n/analytics';

const REST = 'rest';
const TOTAL = 'total';

const named = (key: string, figures: Figures, name: string): BreakdownRow => ({
  ...figures,
  key,
  name,
  note: null,
  min: null,
  below: null,
});

/** A row of its own, and none of those at the end. */
export const isOne = ({ key }: BreakdownRow): boolean => key !== REST && key !== TOTAL;

/** What has no room, and all together, as rows at the end. */
export function withRest(
  rows: readonly BreakdownRow[],
  shown: { rest: Figures | null; total: Figures } | undefined,
  t: AnalyticsTexts,
): readonly BreakdownRow[] {
  if (!shown) return rows;
  return [
    ...rows,
    ...(shown.rest ? [named(REST, shown.rest, t('analytics:rest'))] : []),
    named(TOTAL, shown.total, t('analytics:total')),
  ];
}
