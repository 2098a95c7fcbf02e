import type { Requisite } from '@/api/requisites';
import type { TraderTexts } from '@/shared/i18n/trader';
import { DASH, formatAmount, formatCount } from '@/shared/lib/format-amount';
import type { Column } from '@/shared/list/data-table';
import { BankName } from './bank-name';
import { LimitBar } from './limit-bar';
import { NameCell } from './pause-note';
import { LastOrder, TodayCell } from './requisite-day';
import { RequisiteSwitch } from './requisite-switch';

/** How many deals count towards the limit, and how much of it they are. */
function DealCount({ n, max }: { n: number; max: number }) {
  return (
    <>
      {formatCount(n)}
      <LimitBar n={n} max={max} />
    </>
  );
}

export const requisiteColumns = (t: TraderTexts): readonly Column<Requisite>[] => [
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
    fit: 'cut',
    width: '28%',
    cell: (requisite) => <NameCell requisite={requisite} />,
  },
  {
    id: 'cabinet',
    header: t('requisites.cabinet'),
    isMinor: true,
    fit: 'cut',
    width: '16%',
    cell: (requisite) => requisite.cabinet?.device_name ?? DASH,
  },
  {
    id: 'type',
    header: t('requisites.type'),
    isMinor: true,
    card: 'end',
    cell: (requisite) => requisite.requisite_type,
  },
  { id: 'phone', header: t('requisites.phone'), isMinor: true, cell: (requisite) => requisite.phone || DASH },
  {
    id: 'bank',
    header: t('requisites.bank'),
    isMinor: true,
    fit: 'cut',
    width: '13%',
    card: 'end',
    cell: (requisite) => <BankName bank={requisite.bank_type} />,
  },
  {
    id: 'count',
    header: t('requisites.dealCount'),
    align: 'right',
    labelled: true,
    cell: ({ current_deals_count: n, max_deals: max }) => <DealCount n={n} max={max} />,
  },
  {
    id: 'sum',
    header: t('requisites.dealSum'),
    align: 'right',
    card: 'end',
    labelled: true,
    cell: (requisite) => (
      <>
        {formatAmount(requisite.sum_deals)}
        <LastOrder id={requisite.id} />
      </>
    ),
  },
  {
    id: 'today',
    header: t('trader:requisiteDay.title'),
    align: 'right',
    card: 'wide',
    labelled: true,
    cell: (requisite) => <TodayCell id={requisite.id} />,
  },
];
