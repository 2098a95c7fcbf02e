import type { TFunction } from 'i18next';
import type { Cabinet } from '@/api/cabinets';
import type { Column } from '@/shared/list/data-table';
import { CabinetState } from './cabinet-state';
import { ResetCount, ResetSum } from './reset-buttons';

export const cabinetColumns = (t: TFunction): readonly Column<Cabinet>[] => [
  {
    id: 'status',
    header: t('cabinets.status'),
    interactive: true,
    card: 'badge',
    cell: (cabinet) => <CabinetState cabinet={cabinet} />,
  },
  { id: 'name', header: t('cabinets.name'), card: 'head', fit: 'wrap', cell: (cabinet) => cabinet.device_name },
  {
    id: 'count',
    header: t('cabinets.dealCount'),
    interactive: true,
    cell: (cabinet) => <ResetCount cabinet={cabinet} />,
  },
  {
    id: 'sum',
    header: t('cabinets.dealSum'),
    interactive: true,
    card: 'end',
    cell: (cabinet) => <ResetSum cabinet={cabinet} />,
  },
];
