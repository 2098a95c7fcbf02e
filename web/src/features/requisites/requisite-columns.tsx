import type { TFunction } from 'i18next';
import type { Requisite } from '@/api/requisites';
import { DASH, formatAmount, formatCount } from '@/shared/lib/format-amount';
import type { Column } from '@/shared/list/data-table';
import { BankName } from './bank-name';
import { NameCell } from './pause-note';
import { RequisiteSwitch } from './requisite-switch';

export const requisiteColumns = (t: TFunction): readonly Column<Requisite>[] => [
  {
    id: 'active',
    header: t('requisites.active'),
    interactive: true,
    card: 'badge',
    cell: (requisite) => <RequisiteSwitch requisite={requisite} />,
  },
  {
    id: 'name',
    header: t('requisites.name'),
    card: 'head',
    fit: 'wrap',
    cell: (requisite) => <NameCell requisite={requisite} />,
  },
  {
    id: 'cabinet',
    header: t('requisites.cabinet'),
    fit: 'wrap',
    cell: (requisite) => requisite.cabinet?.device_name ?? DASH,
  },
  { id: 'type', header: t('requisites.type'), card: 'end', cell: (requisite) => requisite.requisite_type },
  { id: 'phone', header: t('requisites.phone'), cell: (requisite) => requisite.phone || DASH },
  {
    id: 'bank',
    header: t('requisites.bank'),
    fit: 'wrap',
    card: 'end',
    cell: (requisite) => <BankName bank={requisite.bank_type} />,
  },
  {
    id: 'count',
    header: t('requisites.dealCount'),
    align: 'right',
    labelled: true,
    cell: (requisite) => formatCount(requisite.current_deals_count),
  },
  {
    id: 'sum',
    header: t('requisites.dealSum'),
    align: 'right',
    card: 'end',
    labelled: true,
    cell: (requisite) => formatAmount(requisite.sum_deals),
  },
];
