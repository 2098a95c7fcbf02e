import type { ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useDispatch } from 'react-redux';

type Send = ThunkAction<unknown, unknown, unknown, UnknownAction>;

/** The part of an RTK Query result that screens read. */
export interface QueryState<Answer> {
  /** May still be the answer to the previous argument. */
  data?: Answer | undefined;
  /** The answer that belongs to the current argument. */
  currentData?: Answer | undefined;
  isFetching: boolean;
  isError: boolean;
  error?: unknown;
  refetch: () => unknown;
}

/** An RTK Query endpoint as screens use it. Methods, as an endpoint takes the one argument that its definition names. */
export interface QueryCall<Arg, Answer> {
  /** For the compiler alone: from here it infers the answer. */
  Types: { ResultType: Answer };
  useQuery(arg: Arg, options: { pollingInterval?: number; skipPollingIfUnfocused?: boolean }): QueryState<Answer>;
  initiate(arg: Arg, options: { subscribe: false; forceRefetch?: number }): Send;
}

/** Sends a call without a subscriber: the cache keeps the answer for the screen that is about to be drawn. */
export const PRELOAD = { subscribe: false } as const;

/** A screen's first call, made from its address before the screen is drawn. */
export type Preload = (address: { search: URLSearchParams; params: Readonly<Partial<Record<string, string>>> }) => Send;

/** An answer fetched ahead stays good for this long. */
const PREFETCH_SECONDS = 30;

/** Fetches ahead, unless the cache has an answer of the last 30 seconds. */
export function usePrefetch<Arg>(call: QueryCall<Arg, unknown> | undefined): (arg: Arg) => void {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  return (arg) => {
    if (call) dispatch(call.initiate(arg, { ...PRELOAD, forceRefetch: PREFETCH_SECONDS }));
  };
}
