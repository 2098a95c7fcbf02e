import { type CabinetHealth, useGetCabinetHealthQuery } from '@/api/cabinets';
import { useUser } from '@/session/use-user';
import { usePolling } from '@/shared/lib/use-polling';

/** How a cabinet is; undefined while it is not known, and where the server does not tell. Events make it another: nothing is polled for it. */
export function useHealth(id: string): CabinetHealth | undefined {
  const isTold = useUser()?.rights?.includes('cabinets.read') ?? false;
  const { data } = useGetCabinetHealthQuery(undefined, { ...usePolling(), skip: !isTold });
  return Array.isArray(data) ? data.find((health) => health.id === id) : undefined;
}
