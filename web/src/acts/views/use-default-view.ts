import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import type { View } from '@/api/views';
import { isWithinList } from '@/shared/list/use-list-params';

/** React Router's key of the entry with which a visit begins. */
const FIRST_ENTRY = 'default';

/**
 * Opens the person's default view where they come to the list without a query, as an address of its own that Back returns to. Who takes
 * the filters back within the list, or goes back to it as it was, sees it without any.
 */
export function useDefaultView(views: readonly View[] | undefined, isBeside: boolean): void {
  const { pathname, search, state, key } = useLocation();
  const navigate = useNavigate();
  const isArrival = useNavigationType() !== 'POP' || key === FIRST_ENTRY;
  const query = views?.find((view) => view.is_default)?.query ?? '';
  const isWanted = query !== '' && search === '' && !isBeside && isArrival && !isWithinList(state);
  const open = useEffectEvent(() => void navigate({ pathname, search: query }, { replace: true }));
  useEffect(() => {
    if (isWanted) open();
  }, [isWanted]);
}
