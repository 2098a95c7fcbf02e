import { WAITING_IN, type WaitingIn } from '@kantor/contract/plain/inbox.ts';
import { fileOf } from '@/acts/exports/file-of';
import { UnreadBanks } from '@/acts/unread-banks';
import { getCabinet, getCabinets } from '@/api/cabinets';
import { onlyWaiting } from '@/session/inbox/only-waiting';
import { mayLink } from '@/session/may-link';
import { traderTexts } from '@/shared/i18n/trader';
import { paths } from '@/shared/lib/paths';
import { listScreen } from '@/shared/list/list-screen';
import { cabinetColumns } from './cabinet-columns';

const filters: { waiting: WaitingIn<'cabinets'> | '' } = { waiting: '' };

export const { Component, preload } = listScreen({
  name: 'cabinets',
  call: getCabinets,
  file: fileOf('cabinets'),
  pageSize: 10,
  filters,
  allowed: { waiting: WAITING_IN.cabinets },
  toolbar: onlyWaiting,
  above: UnreadBanks,
  columns: () => cabinetColumns(traderTexts),
  row: { path: paths.cabinet, detail: getCabinet, screen: () => import('./cabinet-details'), hasPanel: true },
  live: 'always',
  next: mayLink('cabinets.edit', paths.newCabinet(), (t) => t('cabinets.addFirst')),
  action: mayLink('cabinets.edit', paths.newCabinet(), (t) => t('cabinets.add')),
});
