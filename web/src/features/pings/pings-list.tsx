import { fileOf } from '@/acts/exports/file-of';
import { getPings } from '@/api/pings';
import { mayLink } from '@/session/may-link';
import { formatDateTime } from '@/shared/lib/format-date';
import { paths } from '@/shared/lib/paths';
import { listScreen } from '@/shared/list/list-screen';

export const { Component, preload } = listScreen({
  name: 'pings',
  call: getPings,
  file: fileOf('pings'),
  pageSize: 10,
  columns: (t) => [
    { id: 'cabinet', header: t('pings.cabinet'), card: 'head', fit: 'wrap', cell: (ping) => ping.cabinet.device_name },
    { id: 'text', header: t('pings.text'), card: 'wide', fit: 'wrap', cell: (ping) => ping.text },
    { id: 'created', header: t('pings.created'), card: 'badge', cell: (ping) => formatDateTime(ping.created_at) },
  ],
  live: 'first page',
  next: mayLink('cabinets.read', paths.cabinets, (t) => t('cabinets.connectFirst')),
});
