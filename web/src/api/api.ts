import type { TAGS } from '@kantor/contract/plain/tags.ts';
import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { createApi } from '@reduxjs/toolkit/query/react';
import { useLive } from '@/shared/lib/live';
import { baseQuery } from './base-query';

/** The contract's tags; spelled out here because its module brings zod along. */
export const TAG_TYPES = [
  'Rates',
  'Order',
  'Payment',
  'History',
  'Wallet',
  'Withdraw',
  'Appeal',
  'Dashboard',
  'Cabinet',
  'Requisite',
  'Transaction',
  'Ping',
  'Notification',
  'User',
  'Webhook',
] as const satisfies typeof TAGS;

/** All calls of the product; `api/<resource>.ts` add theirs. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  // Nobody is told of keys: who makes one sees it.
  tagTypes: [...TAG_TYPES, 'ApiKey'],
  keepUnusedDataFor: 60,
  refetchOnFocus: true,
  refetchOnReconnect: true,
  refetchOnMountOrArgChange: 15,
  endpoints: () => ({}),
});

/** Asks without anybody who looks on: the answer is kept for the screen that is going to want it. */
export const ASK = { subscribe: false } as const;

/** What a screen exports as `handle`: the call that it is going to make, so that it is made before the screen is drawn. */
export type FirstQuestion = (address: {
  search: URLSearchParams;
  params: Readonly<Partial<Record<string, string>>>;
}) => ThunkAction<unknown, unknown, unknown, UnknownAction>;

/** The tag id of lists: actions on one item outdate every page. */
export const LIST = 'LIST';

const POLL = { pollingInterval: 15_000, skipPollingIfUnfocused: true } as const;
/** What the server tells of by itself needs no more than a look now and then, in case that it forgot something. */
const LOOK = { pollingInterval: 60_000, skipPollingIfUnfocused: true } as const;
const NEVER = {} as const;

/** How often a screen that shows work in progress asks by itself. */
export function usePolling(isWanted = true): typeof POLL | typeof LOOK | typeof NEVER {
  const isLive = useLive() === 'on';
  if (!isWanted) return NEVER;
  return isLive ? LOOK : POLL;
}

/**
 * What a change answers: the specification does not show it. Our server answers the changed object; whatever another leaves
 * out keeps its value until the refetch.
 */
export type Changed<Item> = Partial<Item> | null;
