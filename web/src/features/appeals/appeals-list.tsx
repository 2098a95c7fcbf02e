import { Suspense } from 'react';
import { getAppeal, getAppeals } from '@/api/appeals';
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

export const { Component, preload } = listScreen({
  name: 'appeals',
  call: getAppeals,
  pageSize: 10,
  filters: { order_id: '' },
  columns: appealColumns,
  failed: (t) => t('lists.appeals.failed'),
  row: { path: paths.appeal, detail: getAppeal, screen: () => import('./appeal-details') },
  live: 'first page',
  above: OtherSums,
  search: { filter: 'order_id', label: (t) => t('appeals.search') },
});
