import { createApi } from '@reduxjs/toolkit/query/react';
import { baseQuery } from './base-query';

/** All calls of the product; `api/<resource>.ts` add theirs. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes: [
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
    'ApiKey',
  ],
  keepUnusedDataFor: 60,
  refetchOnFocus: true,
  refetchOnReconnect: true,
  refetchOnMountOrArgChange: 15,
  endpoints: () => ({}),
});

/** The tag id of lists: actions on one item outdate every page. */
export const LIST = 'LIST';

/** Until the server tells of changes by itself, screens that show work in progress ask this often. */
export const POLL = { pollingInterval: 15_000, skipPollingIfUnfocused: true } as const;

/**
 * What a change answers: the specification does not show it. Our server answers the changed object; whatever another leaves
 * out keeps its value until the refetch.
 */
export type Changed<Item> = Partial<Item> | null;
