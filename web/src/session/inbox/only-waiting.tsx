import type { InboxWhat } from '@kantor/contract/plain/inbox.ts';
import { type ReactNode, Suspense } from 'react';
import { lazyLater } from '@/shared/lib/lazy-later';
import type { ListParams } from '@/shared/list/use-list-params';

const WaitingFilter = lazyLater<{ what: InboxWhat; onEnd: () => void }>(() => import('./waiting-filter'));

/** Above a list that shows just what a line of the inbox counts: which, and the way to all. */
export const onlyWaiting = <F extends { waiting: string }>({
  filters: { waiting },
  resetFilters,
}: ListParams<F>): ReactNode =>
  waiting === '' ? null : (
    <Suspense>
      <WaitingFilter what={waiting as InboxWhat} onEnd={resetFilters} />
    </Suspense>
  );
