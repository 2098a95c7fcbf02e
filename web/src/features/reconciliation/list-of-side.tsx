import { getReconciliations, type getReconciliation, type ReconciliationListed } from '@/api/reconciliations';
import { type ReconcileTexts, useReconcileTexts } from '@/shared/i18n/reconcile';
import { formatCount } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import type { Column } from '@/shared/list/data-table';
import { listScreen } from '@/shared/list/list-screen';
import { daysText, inUnit } from './units';
import { NewReconciliation } from './new-reconciliation';

const columns = (t: ReconcileTexts): readonly Column<ReconciliationListed>[] => [
  { id: 'file', header: t('reconcile:fields.file'), card: 'head', fit: 'cut', cell: ({ file_name: name }) => name },
  { id: 'kind', header: t('reconcile:fields.kind'), labelled: true, cell: ({ kind }) => t(`reconcile:kinds.${kind}`) },
  { id: 'days', header: t('reconcile:fields.days'), labelled: true, cell: ({ from, to }) => daysText(from, to) },
  {
    id: 'rows',
    header: t('reconcile:fields.rows'),
    align: 'right',
    labelled: true,
    isMinor: true,
    cell: ({ rows }) => formatCount(rows),
  },
  {
    id: 'differences',
    header: t('reconcile:fields.differences'),
    align: 'right',
    labelled: true,
    cell: ({ differences }) => formatCount(differences),
  },
  {
    id: 'difference',
    header: t('reconcile:fields.difference'),
    align: 'right',
    card: 'end',
    cell: ({ difference, kind }) => inUnit(kind, difference),
  },
  { id: 'by', header: t('reconcile:fields.by'), fit: 'cut', labelled: true, cell: ({ made_by: name }) => name },
  { id: 'at', header: t('reconcile:fields.at'), labelled: true, cell: ({ made_at: at }) => formatDateTime(at) },
];

interface Side {
  isPlatform: boolean;
  call: typeof getReconciliations;
  detail: typeof getReconciliation;
  path: (id: string) => string;
  screen: () => Promise<unknown>;
}

/** An account's reconciliations under the form of another. */
export function reconciliationList({ isPlatform, call, detail, path, screen }: Side) {
  function Above() {
    const t = useReconcileTexts();
    return <NewReconciliation isPlatform={isPlatform} t={t} path={path} />;
  }
  return listScreen({
    name: 'reconciliations',
    section: isPlatform ? 'platformReconciliations' : 'reconciliations',
    call,
    pageSize: 10,
    columns: (t) => columns(t),
    row: { path, detail, screen },
    above: Above,
  });
}
