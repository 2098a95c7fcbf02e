import { useMediaQuery } from '@mantine/hooks';
import { useDispatch, useSelector } from 'react-redux';
import { collapsedSet, narrowSet, rememberCollapsed } from './sidebar-slice';
import type { RootState } from '../store';

const useWidth = (query: string): boolean => useMediaQuery(query, true, { getInitialValueInEffect: false });

interface Sidebar {
  /** Under 768 px it is a drawer. */
  isDrawer: boolean;
  collapsed: boolean;
  /** Opens or collapses it; only on a wide screen is that remembered. */
  setCollapsed: (collapsed: boolean) => void;
  /** A section was chosen: on a narrow screen the sidebar gets out of the way. */
  onChoice: () => void;
}

export function useSidebar(): Sidebar {
  const isWide = useWidth('(min-width: 1024px)');
  const isDrawer = !useWidth('(min-width: 768px)');
  const state = useSelector((root: RootState) => root.sidebar);
  const dispatch = useDispatch();
  return {
    isDrawer,
    collapsed: isWide ? state.collapsed : !state.openedNarrow,
    setCollapsed: (collapsed) => {
      if (!isWide) {
        dispatch(narrowSet(!collapsed));
        return;
      }
      dispatch(collapsedSet(collapsed));
      rememberCollapsed(collapsed);
    },
    onChoice: () => {
      if (!isWide) dispatch(narrowSet(false));
    },
  };
}
