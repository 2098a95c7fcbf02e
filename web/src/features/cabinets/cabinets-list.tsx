import { getCabinet, getCabinets } from '@/api/cabinets';
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
  action: { to: paths.newCabinet(), label: (t) => t('cabinets.add') },
});
