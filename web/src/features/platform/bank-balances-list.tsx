import { Link } from 'react-router';
import { fileOf } from '@/acts/exports/file-of';
import { SetBalanceMode } from '@/acts/platform/balances';
import { type BalanceBank, getBalanceBanks } from '@/api/platform-balances';
import { type DeskTexts, NAMESPACES } from '@/shared/i18n/desk';
import { i18n } from '@/shared/i18n/i18n';
import { formatDateTime } from '@/shared/lib/format-date';
import { paths } from '@/shared/lib/paths';
import { listScreen } from '@/shared/list/list-screen';
import type { Column } from '@/shared/list/data-table';

const comparedText = ({ agreed, disagreed, open }: BalanceBank, t: DeskTexts): string =>
  t('desk:balances.comparedText', { agreed, disagreed, open });

function Disagreements({ bank: { disagreements } }: { bank: BalanceBank }) {
  return disagreements.map(({ notification, created_at: at }) => (
    <div key={notification}>
      <Link to={paths.platformNotification(notification)}>{formatDateTime(at)}</Link>
    </div>
  ));
}

const columns = (t: DeskTexts): readonly Column<BalanceBank>[] => [
  { id: 'name', header: t('desk:balances.bank'), card: 'head', cell: ({ name }) => name },
  {
    id: 'mode',
    header: t('desk:balances.mode'),
    card: 'wide',
    labelled: true,
    cell: ({ mode }) => t(`desk:balances.modes.${mode}`),
  },
  { id: 'done', header: t('desk:balances.done'), card: 'wide', labelled: true, cell: ({ done }) => done },
  {
    id: 'compared',
    header: t('desk:balances.compared'),
    fit: 'wrap',
    card: 'wide',
    labelled: true,
    cell: (bank) => comparedText(bank, t),
  },
  { id: 'doubted', header: t('desk:balances.doubted'), card: 'wide', labelled: true, cell: ({ doubted }) => doubted },
  {
    id: 'disagreements',
    header: t('desk:balances.disagreements'),
    interactive: true,
    card: 'wide',
    labelled: true,
    cell: (bank) => <Disagreements bank={bank} />,
  },
  {
    id: 'change',
    header: t('desk:balances.change'),
    interactive: true,
    card: 'wide',
    cell: (bank) => <SetBalanceMode bank={bank} size="xs" />,
  },
];

/** What is decided by banks' own balances, and how that stands to what people did. */
export const { Component, preload } = listScreen({
  name: 'bankBalances',
  call: getBalanceBanks,
  file: fileOf('platform_balances'),
  pageSize: 30,
  columns: () => columns(i18n.getFixedT(null, NAMESPACES)),
});
