import { fileOf } from '@/acts/exports/file-of';
import { ownTotals } from '@/acts/own-list/own-list';
import { getBatch, getBatches, type BatchListed } from '@/api/batches';
import { type BatchTexts, useBatchTexts } from '@/shared/i18n/batch';
import { formatAmount, formatCount } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { paths } from '@/shared/lib/paths';
import type { Column } from '@/shared/list/data-table';
import { listScreen } from '@/shared/list/list-screen';
import { BatchBadge } from './batch-badge';
import { SecondMember } from './second-member';
import { UploadBatch } from './upload-batch';

const columns = (t: BatchTexts): readonly Column<BatchListed>[] => [
  { id: 'file', header: t('batch:fields.file'), card: 'head', fit: 'cut', cell: ({ file_name: name }) => name },
  {
    id: 'amount',
    header: t('fields.amountRub'),
    align: 'right',
    card: 'end',
    unit: '₽',
    cell: ({ amount }) => formatAmount(amount),
  },
  { id: 'rows', header: t('batch:fields.rows'), align: 'right', labelled: true, cell: ({ rows }) => formatCount(rows) },
  { id: 'made', header: t('batch:fields.made'), align: 'right', labelled: true, cell: ({ done }) => formatCount(done) },
  { id: 'by', header: t('batch:fields.by'), fit: 'cut', labelled: true, cell: ({ made_by: name }) => name },
  { id: 'at', header: t('batch:fields.at'), labelled: true, cell: ({ made_at: at }) => formatDateTime(at) },
  { id: 'state', header: t('fields.status'), card: 'badge', cell: ({ state }) => <BatchBadge state={state} /> },
];

function Above() {
  const t = useBatchTexts();
  return (
    <>
      <UploadBatch t={t} />
      <SecondMember t={t} />
    </>
  );
}

export const { Component, preload } = listScreen({
  name: 'batches',
  call: getBatches,
  file: fileOf('batches'),
  pageSize: 10,
  columns: (t) => columns(t as unknown as BatchTexts),
  row: { path: paths.batch, detail: getBatch, screen: () => import('./batch-page') },
  live: 'first page',
  totals: ownTotals<BatchListed>('batches', ({ amount }) => amount, 'rub'),
  above: Above,
});
