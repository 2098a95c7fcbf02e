import { Suspense } from 'react';
import type { OrderRow } from '@/api/orders';
import { lazyLater } from '@/shared/lib/lazy-later';

const Claimed = lazyLater(() => import('@/session/claim/claimed'));

/** Of an order that is not paid yet, as far as anybody knows: that its payer says it is. For its trader alone. */
export function ClaimNote({ order: { claim } }: { order: Pick<OrderRow, 'claim'> }) {
  if (!claim) return null;
  return (
    <Suspense>
      <Claimed claim={claim} />
    </Suspense>
  );
}
