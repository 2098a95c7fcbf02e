import { WAITING_IN, type WaitingIn } from '@kantor/contract/plain/inbox.ts';
import { fileOf } from '@/acts/exports/file-of';
import { getRequisite, getRequisites } from '@/api/requisites';
import { onlyWaiting } from '@/session/inbox/only-waiting';
import { mayLink } from '@/session/may-link';
import { traderTexts } from '@/shared/i18n/trader';
import { lazyLater } from '@/shared/lib/lazy-later';
import { paths } from '@/shared/lib/paths';
import { listScreen } from '@/shared/list/list-screen';
import { requisiteColumns } from './requisite-columns';

const filters: { waiting: WaitingIn<'requisites'> | '' } = { waiting: '' };

export const { Component, preload } = listScreen({
  name: 'requisites',
  call: getRequisites,
  file: fileOf('requisites'),
  pageSize: 10,
  filters,
  allowed: { waiting: WAITING_IN.requisites },
  toolbar: onlyWaiting,
  columns: () => requisiteColumns(traderTexts),
  row: { path: paths.requisite, detail: getRequisite, screen: () => import('./requisite-details'), hasPanel: true },
  live: 'always',
  totals: lazyLater(() => import('./requisites-totals')),
  next: mayLink('requisites.edit', paths.newRequisite(), (t) => t('requisites.addFirst')),
  action: mayLink('requisites.edit', paths.newRequisite(), (t) => t('requisites.add')),
});
