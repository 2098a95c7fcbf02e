import { useMediaQuery } from '@mantine/hooks';
import { createContext, lazy, type ReactElement, Suspense, useContext, useState } from 'react';
import { parsePath, useLocation, useOutlet, useParams } from 'react-router';

/** From here up an object stands beside its list. */
const WIDE = '(min-width: 1441px)';
export const isWide = (): boolean => matchMedia(WIDE).matches;

/** The list's address with its state, for the way back from a detail page. */
export interface FromList {
  fromList: string;
  /** The page may stand beside the list. */
  isBeside?: boolean;
}

/** The address of the list beside which an object stands; undefined: the list is the screen. */
const BesideContext = createContext<string | undefined>(undefined);

interface ListAddress {
  pathname: string;
  search: string;
  /** The address of the object that stands beside the list. */
  object?: string;
}

/** The list's own address, also while the window has that of an object beside it. */
export function useListAddress(): ListAddress {
  const { pathname, search } = useLocation();
  const list = useContext(BesideContext);
  return list === undefined ? { pathname, search } : { search: '', pathname, ...parsePath(list), object: pathname };
}

const SidePanel = lazy(() => import('../detail/side-panel'));

/**
 * The screens of a section, one at a time. On a wide window an object that was opened from a row stands beside its list, which stays
 * as it is; the address is the object's.
 */
export function ListAndObject() {
  const outlet = useOutlet();
  const { id } = useParams();
  const { pathname, state } = useLocation();
  const from = state as FromList | null;
  const [list, setList] = useState<{ pathname: string; outlet: ReactElement | null }>();
  const hasRoom = useMediaQuery(WIDE, false, { getInitialValueInEffect: false });
  if (id === undefined && list?.outlet !== outlet) setList({ pathname, outlet });
  const isBeside = hasRoom && id !== undefined && from?.isBeside === true;
  const held = isBeside && list && parsePath(from.fromList).pathname === list.pathname ? list.outlet : null;
  const hasList = held !== null;
  return (
    <>
      <BesideContext value={hasList ? from?.fromList : undefined}>{held ?? outlet}</BesideContext>
      {hasList && (
        <Suspense fallback={<aside />}>
          <SidePanel>{outlet}</SidePanel>
        </Suspense>
      )}
    </>
  );
}
