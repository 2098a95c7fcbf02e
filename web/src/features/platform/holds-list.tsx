import type { HoldOf } from '@kantor/contract/plain/figures.ts';
import { Link } from 'react-router';
import { fileOf } from '@/acts/exports/file-of';
import { getOldHolds, type OldHold } from '@/api/platform-figures';
import { formatUsdt } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { titleId } from '@/shared/lib/format-id';
import { paths } from '@/shared/lib/paths';
import type { Column } from '@/shared/list/data-table';
import { listScreen } from '@/shared/list/list-screen';
import { AccountLink } from '@/shared/ui/account-link';
import { type Texts, texts } from './texts';
import { platformTotals } from './totals';

const PATHS: Record<HoldOf, (id: string) => string> = {
  withdrawal: paths.platformWithdrawal,
  payout: paths.platformPayout,
  appeal: paths.platformAppeal,
};

const columns = (t: Texts): readonly Column<OldHold>[] => [
  {
    id: 'what',
    header: t('platform:holds.what'),
    card: 'wide',
    interactive: true,
    cell: ({ of, id }) => <Link to={PATHS[of](id)}>{t(`platform:holds.of.${of}`, { id: titleId(id) })}</Link>,
  },
  {
    id: 'account',
    header: t('platform:columns.account'),
    fit: 'cut',
    interactive: true,
    cell: ({ account }) => <AccountLink account={account} />,
  },
  {
    id: 'held',
    header: t('platform:holds.held'),
    align: 'right',
    card: 'head',
    unit: t('units.usdt'),
    cell: ({ held }) => formatUsdt(held),
  },
  { id: 'since', header: t('platform:holds.since'), cell: ({ since }) => formatDateTime(since) },
];

const { totals } = platformTotals<OldHold>({ of: 'holds', amountOf: ({ held }) => held, unit: 'usdt' });

export const { Component, preload } = listScreen({
  name: 'platformHolds',
  call: getOldHolds,
  file: fileOf('platform_holds'),
  pageSize: 30,
  columns: () => columns(texts),
  totals,
});
