import { useEffect } from 'react';
import { useGetReadinessQuery, type AtGates, type Readiness } from '@/api/readiness';
import { useUser } from '@/session/use-user';
import { serverNow } from '@/shared/lib/server-clock';
import { usePolling } from '@/shared/lib/use-polling';

/** An answer that comes with the moment may still be of the moment before. */
const MARGIN_MS = 500;

/** Whether the server tells of readiness: one of the specification alone does not. */
export const useIsTold = (): boolean => useUser()?.rights?.includes('requisites.read') ?? false;

/** Which of the trader's requisites take an order now: events make it another, and the end of an interval, at which it is asked anew. */
export function useReadiness(): { data: Readiness | undefined; isError: boolean; refetch: () => unknown } {
  const isTold = useIsTold();
  const { data, isError, refetch } = useGetReadinessQuery(undefined, { ...usePolling(), skip: !isTold });
  const next = data && nextEnd(data);
  useEffect(() => {
    if (next === undefined) return undefined;
    const timer = setTimeout(() => void refetch(), Math.max(0, next - serverNow()) + MARGIN_MS);
    return () => clearTimeout(timer);
  }, [next, refetch]);
  return { data: isTold ? data : undefined, isError, refetch };
}

/** A requisite at the gates; undefined while it is not known. */
export const useAtGates = (id: string | undefined): AtGates | undefined =>
  useReadiness().data?.requisites?.find((requisite) => requisite.id === id);

const nextEnd = ({ at, requisites }: Readiness): number | undefined => {
  const ends = requisites.flatMap(({ stopped, interval_until: until }) =>
    stopped.includes('interval') && until !== null ? [Date.parse(until)] : [],
  );
  const left = ends.filter((end) => end >= Date.parse(at));
  return left.length > 0 ? Math.min(...left) : undefined;
};
