import type { Right } from '@kantor/contract/plain/rights.ts';
import type { ReactNode } from 'react';
import { mayDo } from '@/api/user';
import { useUser } from '@/session/use-user';

/** What only those with a right are offered. */
export function May({ right, children }: { right: Right; children: ReactNode }) {
  const user = useUser();
  return user !== undefined && mayDo(user, right) ? children : null;
}
