import { useEffect, useEffectEvent, useRef } from 'react';
import { useStore } from 'react-redux';
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router';
import type { View } from '@/api/views';

/** React Router's key of the entry with which a visit begins. */
const FIRST_ENTRY = 'default';
/** The state of an address to which the menu leads. */
const FROM_MENU = 'menu';

/** The visits whose first entry is decided of. */
const begun = new WeakSet();

/**
 * Opens the person's default view where they come to the list without a query, as an address of its own that Back returns to: from the
 * menu, from another page, or as the first page of a visit. Whoever takes the filters back on the list, or goes back to it as it was,
 * sees it without any. Of an arrival it is decided once: a default that is chosen on the list is for the next one.
 */
export function useDefaultView(views: readonly View[] | undefined, isBeside: boolean): void {
  const { pathname, search, state, key } = useLocation();
  const navigate = useNavigate();
  const type = useNavigationType();
  const visit = useStore();
  const decided = useRef<string>(undefined);
  const isArrival = (): boolean => {
    // The list was there before: what is not from the menu is from the list itself.
    if (decided.current !== undefined) return state === FROM_MENU && type !== NavigationType.Pop;
    return type !== NavigationType.Pop || (key === FIRST_ENTRY && !begun.has(visit));
  };
  const decide = useEffectEvent((entry: string) => {
    if (decided.current === entry) return;
    const query = views?.find((view) => view.is_default)?.query ?? '';
    const isWanted = query !== '' && search === '' && isArrival();
    decided.current = entry;
    begun.add(visit);
    if (isWanted) void navigate({ pathname, search: query }, { replace: true });
  });
  const isKnown = views !== undefined && !isBeside;
  useEffect(() => {
    if (isKnown) decide(key);
  }, [isKnown, key]);
}
