import { useEffect } from 'react';

/** The chain has a new block this often, and no event announces it. */
const BLOCK_MS = 3000;

/** Asks again with every block, while there are confirmations to count and someone looks. */
export function usePendingRefetch(isPending: boolean, refetch: () => unknown): void {
  useEffect(() => {
    if (!isPending) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') refetch();
    }, BLOCK_MS);
    return () => clearInterval(timer);
  }, [isPending, refetch]);
}
