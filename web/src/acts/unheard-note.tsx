import { Suspense } from 'react';
import { isRunning, type OrderRow } from '@/api/orders';
import { lazyLater } from '@/shared/lib/lazy-later';

const Unheard = lazyLater(() => import('@/session/readiness/unheard'));

/** Of an active order whose phone is silent: that its payment will not be heard. Others know nothing of its requisite. */
export function UnheardNote({ order }: { order: Pick<OrderRow, 'status' | 'expires_at' | 'requisite'> }) {
  if (order.requisite === undefined || !isRunning(order)) return null;
  return (
    <Suspense>
      <Unheard requisite={order.requisite} />
    </Suspense>
  );
}
