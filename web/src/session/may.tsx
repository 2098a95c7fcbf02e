import type { Right } from '@kantor/contract/plain/rights.ts';
import type { ReactNode } from 'react';
import { mayDo } from '@/api/user';
import { useUser } from './use-user';

/** Whether the member has a right. */
export function useMay(right: Right): boolean {
  const user = useUser();
  return user !== undefined && mayDo(user, right);
}

/** What only those with a right are offered. */
export function May({ right, children }: { right: Right; children: ReactNode }) {
  return useMay(right) ? children : null;
}
