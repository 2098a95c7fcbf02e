import { getCabinet, getCabinets } from '@/api/cabinets';
import { mayLink } from '@/session/may-link';
import { paths } from '@/shared/lib/paths';
import { listScreen } from '@/shared/list/list-screen';
import { cabinetColumns } from './cabinet-columns';

export const { Component, preload } = listScreen({
  name: 'cabinets',
  call: getCabinets,
  pageSize: 10,
  columns: cabinetColumns,
  row: { path: paths.cabinet, detail: getCabinet, screen: () => import('./cabinet-details') },
  live: 'always',
  action: mayLink('cabinets.edit', paths.newCabinet(), (t) => t('cabinets.add')),
});
