import { WAITING_IN, type WaitingIn } from '@kantor/contract/plain/inbox.ts';
import { Suspense } from 'react';
import { fileOf } from '@/acts/exports/file-of';
import { NO_SPAN, ownRest, OwnSpan, ownTotals } from '@/acts/own-list/own-list';
import { type AppealRow, getAppeal, getAppeals } from '@/api/appeals';
import { onlyWaiting } from '@/session/inbox/only-waiting';
import { useUser } from '@/session/use-user';
import { lazyLater } from '@/shared/lib/lazy-later';
import { paths } from '@/shared/lib/paths';
import { listScreen } from '@/shared/list/list-screen';
import { appealColumns } from './appeal-columns';

const OtherSumsOfMerchant = lazyLater(() => import('./other-sums'));

function OtherSums() {
  const isTold = useUser()?.rights?.includes('limits.read') ?? false;
  if (!isTold) return null;
  return (
    <Suspense>
      <OtherSumsOfMerchant />
    </Suspense>
  );
}

const filters: typeof NO_SPAN & { order_id: string; waiting: WaitingIn<'appeals'> | '' } = {
  order_id: '',
  waiting: '',
  ...NO_SPAN,
};

export const { Component, preload } = listScreen({
  name: 'appeals',
  call: getAppeals,
  file: fileOf('appeals'),
  pageSize: 10,
  filters,
  allowed: { waiting: WAITING_IN.appeals },
  toolbar: (list) => (
    <>
      {onlyWaiting(list)}
      {/* A text is looked for in all appeals, whatever their days are. */}
      <OwnSpan list={list} clears={{ order_id: '', waiting: '' }} />
    </>
  ),
  totals: ownTotals<AppealRow>('appeals', ({ amount }) => amount, 'rub'),
  below: ownRest,
  columns: appealColumns,
  failed: (t) => t('lists.appeals.failed'),
  row: { path: paths.appeal, detail: getAppeal, screen: () => import('./appeal-details') },
  live: 'first page',
  above: OtherSums,
  search: { filter: 'order_id', label: (t) => t('appeals.search'), clears: { waiting: '', ...NO_SPAN } },
});
