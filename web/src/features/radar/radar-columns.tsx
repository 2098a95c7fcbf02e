import type { RadarRow } from '@/api/platform-radar';
import { May } from '@/session/may';
import { AllowTraffic, StopTraffic } from '@/acts/platform/traffic';
import { formatTime } from '@/shared/lib/format-date';
import type { Column } from '@/shared/list/data-table';
import { Acknowledge } from './acknowledge';
import { Figure } from './figure';
import classes from './radar.module.css';
import type { Texts } from './texts';

function trafficText({ traffic, stopped }: RadarRow, t: Texts): string {
  if (stopped !== null) return t('radar:traffic.stopped');
  if (traffic === null) return t('radar:traffic.allowed');
  return t(`radar:traffic.${traffic ? 'on' : 'off'}`);
}

function Acts({ row }: { row: RadarRow }) {
  const [first, ...others] = row.figures.filter(({ state }) => state === 'crossed').map(({ figure }) => figure);
  return (
    <May right="platform.accounts">
      <span className={classes.acts}>
        {row.stopped === null ? <StopTraffic account={row} size="xs" /> : <AllowTraffic account={row} size="xs" />}
        {first !== undefined && row.stopped === null && <Acknowledge account={row} figures={[first, ...others]} />}
      </span>
    </May>
  );
}

export const radarColumns = (t: Texts): readonly Column<RadarRow>[] => [
  {
    id: 'name',
    header: t('radar:columns.name'),
    fit: 'wrap',
    card: 'head',
    cell: ({ name, counted_at: at }) => (
      <>
        {name} {at && <small className={classes.counted}>{t('radar:counted', { at: formatTime(at) })}</small>}
      </>
    ),
  },
  {
    id: 'traffic',
    header: t('radar:columns.traffic'),
    fit: 'wrap',
    card: 'wide',
    labelled: true,
    cell: (row) => (
      <span className={classes.stopped}>
        {trafficText(row, t)}
        {row.stopped && <small> {row.stopped.reason}</small>}
      </span>
    ),
  },
  {
    id: 'figures',
    width: '62%',
    header: t('radar:columns.figures'),
    interactive: true,
    fit: 'wrap',
    card: 'wide',
    cell: ({ id, figures }) => (
      <ul className={classes.figures}>
        {figures.map((value) => (
          <li key={value.figure}>
            <Figure accountId={id} value={value} />
          </li>
        ))}
      </ul>
    ),
  },
  {
    id: 'acts',
    header: t('radar:columns.acts'),
    interactive: true,
    card: 'wide',
    cell: (row) => <Acts row={row} />,
  },
];
