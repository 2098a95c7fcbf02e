import { FIGURE_UNITS, type RadarFigure } from '@kantor/contract/plain/radar.ts';
import type { RadarValue } from '@/api/platform-radar';
import { formatCount, formatDecimal } from '@/shared/lib/format-amount';
import { formatDateTime, formatTimeLeft } from '@/shared/lib/format-date';
import { paths } from '@/shared/lib/paths';
import type { Texts } from './texts';

const SECOND_MS = 1000;
const seconds = (n: number) => formatTimeLeft(n * SECOND_MS);

/** A value or a threshold of a figure, in its unit. */
export function valueText(figure: RadarFigure, value: number, t: Texts): string {
  const unit = FIGURE_UNITS[figure];
  if (unit === 'share') return t('radar:percent', { n: formatDecimal(value / 100, 0, 1) });
  return unit === 'seconds' ? seconds(value) : formatCount(value);
}

/** What a figure is a share of, in the things that it counts. */
export function shareText({ figure, part, whole, sample }: RadarValue, t: Texts): string {
  if (figure === 'confirm_time' || figure === 'expired_in_row') return t('radar:ofOrders', { n: sample });
  const show = figure === 'silence' ? seconds : formatCount;
  return t('radar:of', { part: show(part ?? 0), whole: show(whole) });
}

const day = (at: string) => formatDateTime(at).slice(0, 5);

/** `03.11–23.11`, of Moscow's calendar; of one day, that. */
export function periodText({ from, to }: RadarValue, t: Texts): string | undefined {
  if (from === null || to === null) return undefined;
  const [first, last] = [day(from), day(to)];
  return first === last ? first : t('radar:period', { from: first, to: last });
}

const FEW = {
  appeals_lost: 'fewAppeals',
  appeals_declined: 'fewAppeals',
  balance_breaks: 'fewMessages',
} as const;

/** How it stands to its threshold, in words; nothing where the value says all. */
export function stateText({ figure, state, sample, acknowledged }: RadarValue, t: Texts): string | undefined {
  if (state === 'fine' || state === 'unwatched') return undefined;
  if (state === 'few') {
    const key = figure in FEW ? FEW[figure as keyof typeof FEW] : 'fewOrders';
    return t(`radar:state.${key}`, { sample });
  }
  if (state === 'acknowledged')
    return t('radar:state.acknowledged', { until: formatDateTime(acknowledged?.until).slice(0, 10) });
  return t(`radar:state.${state}`);
}

/** The list of what a figure counts. */
const COUNTED: Record<RadarFigure, readonly [list: string, status?: string]> = {
  without_message: ['orders', 'CLOSED'],
  confirm_time: ['orders', 'CLOSED'],
  expired_in_row: ['orders', 'EXPIRED'],
  appeals_lost: ['appeals', 'PROCESSED'],
  silence: ['cabinets'],
  balance_breaks: ['notifications'],
  never_paid: ['orders', 'EXPIRED'],
  appeals_declined: ['appeals', 'CLOSED'],
};

export const countedPath = (figure: RadarFigure, accountId: string): string => {
  const [list, status] = COUNTED[figure];
  return paths.platformListOf(accountId, list, status);
};
