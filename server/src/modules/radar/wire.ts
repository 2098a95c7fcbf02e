import { FIGURES_OF, RADAR_FIGURES } from '@kantor/contract/plain/radar.ts';
import type { Threshold } from './store/figures.ts';
import { stateOf, type WatchedAccount } from './service.ts';
import type { CountedFigure } from './store/page.ts';

const toAcknowledged = ({ by, at, quietUntil, reason }: NonNullable<CountedFigure['acknowledged']>) => ({
  by,
  at,
  until: quietUntil,
  reason,
});

const toFigure = (figure: CountedFigure) => ({
  figure: figure.figure,
  value: figure.value,
  part: figure.part === null ? null : Number(figure.part),
  whole: Number(figure.whole),
  sample: figure.sample,
  from: figure.firstAt,
  to: figure.lastAt,
  state: stateOf(figure),
  crossed_at: figure.crossedAt,
  acknowledged: figure.acknowledged && toAcknowledged(figure.acknowledged),
});

export function toWatched({ account, figures }: WatchedAccount) {
  const { id, name, role, trafficOn, stoppedAt, stopReason } = account;
  const of = FIGURES_OF[role];
  return {
    id,
    name,
    role,
    traffic: role === 'trader' ? trafficOn : null,
    stopped: stoppedAt && { at: stoppedAt, reason: stopReason ?? '' },
    counted_at: figures[0]?.countedAt ?? null,
    figures: figures.toSorted((a, b) => of.indexOf(a.figure) - of.indexOf(b.figure)).map(toFigure),
  };
}

export const toThresholds = (thresholds: readonly Threshold[]) =>
  thresholds.toSorted((a, b) => RADAR_FIGURES.indexOf(a.figure) - RADAR_FIGURES.indexOf(b.figure));
