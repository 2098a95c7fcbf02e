import { Link } from 'react-router';
import type { Cabinet } from '@/api/cabinets';
import type { TraderTexts } from '@/shared/i18n/trader';
import { DASH } from '@/shared/lib/format-amount';
import { paths } from '@/shared/lib/paths';
import type { Column } from '@/shared/list/data-table';
import { CabinetState } from './cabinet-state';
import { HealthCell, TodayCell } from './health';
import classes from './health.module.css';
import { ResetMenu } from './reset-menu';

/** A server of the specification alone says nothing of phones. */
const isSilentServer = ({ last_heard_at: at }: Cabinet): boolean => at === undefined;

export const cabinetColumns = (t: TraderTexts): readonly Column<Cabinet>[] => [
  {
    id: 'status',
    header: t('cabinets.status'),
    interactive: true,
    card: 'badge',
    cell: (cabinet) => <CabinetState cabinet={cabinet} />,
  },
  {
    id: 'name',
    header: t('cabinets.name'),
    card: 'head',
    fit: 'wrap',
    cell: (cabinet) => cabinet.device_name,
  },
  {
    id: 'health',
    header: t('trader:health.phone'),
    interactive: true,
    card: 'wide',
    isEmpty: isSilentServer,
    cell: ({ id }) => <HealthCell id={id} />,
  },
  {
    id: 'requisites',
    header: t('cabinets.requisites'),
    isMinor: true,
    interactive: true,
    card: 'wide',
    isEmpty: isSilentServer,
    cell: (cabinet) => <Chips cabinet={cabinet} />,
  },
  {
    id: 'today',
    header: t('trader:health.today'),
    isMinor: true,
    interactive: true,
    isEmpty: isSilentServer,
    cell: ({ id }) => <TodayCell id={id} />,
  },
  {
    id: 'resets',
    header: t('trader:health.resets'),
    interactive: true,
    align: 'right',
    card: 'end',
    cell: (cabinet) => <ResetMenu cabinet={cabinet} />,
  },
];

/** The requisites whose messages its phone hears, each a way to its page. */
function Chips({ cabinet: { bank_detail: requisites } }: { cabinet: Cabinet }) {
  if (!Array.isArray(requisites) || requisites.length === 0) return DASH;
  return (
    <span className={classes.chips}>
      {requisites.map(({ id, name, short_name: shortName }) => (
        <Link key={id} to={paths.requisite(id)}>
          {name || shortName}
        </Link>
      ))}
    </span>
  );
}
