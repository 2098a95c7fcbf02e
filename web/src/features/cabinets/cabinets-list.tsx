import { UnreadBanks } from '@/acts/unread-banks';
import { getCabinet, getCabinets } from '@/api/cabinets';
import { mayLink } from '@/session/may-link';
import { traderTexts } from '@/shared/i18n/trader';
import { paths } from '@/shared/lib/paths';
import { listScreen } from '@/shared/list/list-screen';
import { cabinetColumns } from './cabinet-columns';

export const { Component, preload } = listScreen({
  name: 'cabinets',
  call: getCabinets,
  pageSize: 10,
  above: UnreadBanks,
  columns: () => cabinetColumns(traderTexts),
  row: { path: paths.cabinet, detail: getCabinet, screen: () => import('./cabinet-details'), hasPanel: true },
  live: 'always',
  next: mayLink('cabinets.edit', paths.newCabinet(), (t) => t('cabinets.addFirst')),
  action: mayLink('cabinets.edit', paths.newCabinet(), (t) => t('cabinets.add')),
});
