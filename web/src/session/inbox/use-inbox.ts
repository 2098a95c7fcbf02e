import { INBOX, INBOX_RIGHTS } from '@kantor/contract/plain/inbox.ts';
import { useEffect } from 'react';
import { type Inbox, useGetInboxQuery } from '@/api/inbox';
import { mayDo } from '@/api/user';
import { useLive } from '@/shared/lib/live';
import { serverNow } from '@/shared/lib/server-clock';
import { usePolling } from '@/shared/lib/use-polling';
import { useUser } from '@/session/use-user';

/** Our idea of the server's clock may be ahead of it by more than this: then it is asked again. */
const MARGIN_MS = 500;
const SOONEST_MS = 1000;

/**
 * What asks for a hand in the person's account; undefined until it is known, and for whoever is told of nothing. The server's
 * events make it another, and time: it is asked for again at the moment that it names.
 */
export function useInbox(): Inbox | undefined {
  const user = useUser();
  const isTold = user?.rights !== undefined && INBOX.some((what) => mayDo(user, INBOX_RIGHTS[what]));
  const polling = usePolling(useLive() !== 'on');
  const { data, fulfilledTimeStamp: answeredAt, refetch } = useGetInboxQuery(undefined, { ...polling, skip: !isTold });
  const changesAt = data?.changes_at ?? null;
  useEffect(() => {
    if (changesAt === null || answeredAt === undefined) return undefined;
    const wait = Math.max(SOONEST_MS, Date.parse(changesAt) - serverNow() + MARGIN_MS);
    const timer = setTimeout(() => void refetch(), wait);
    return () => clearTimeout(timer);
  }, [changesAt, answeredAt, refetch]);
  return isTold ? data : undefined;
}
