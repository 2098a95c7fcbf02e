import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { storage } from '@/shared/lib/storage';

const KEY = 'kantor.sidebar';

interface SidebarState {
  /** On a wide screen, as the user left it. */
  collapsed: boolean;
  /** Under 1024 px the sidebar is collapsed until it is opened, and closes again on a tap. */
  openedNarrow: boolean;
}

const initialState = (): SidebarState => ({ collapsed: storage.get(KEY) === 'collapsed', openedNarrow: false });

const sidebarSlice = createSlice({
  name: 'sidebar',
  initialState,
  reducers: {
    collapsedSet: (state, { payload }: PayloadAction<boolean>) => {
      state.collapsed = payload;
    },
    narrowSet: (state, { payload }: PayloadAction<boolean>) => {
      state.openedNarrow = payload;
    },
  },
});

export const { collapsedSet, narrowSet } = sidebarSlice.actions;
export const sidebarReducer = sidebarSlice.reducer;

/** Keeps the choice for the next visit. */
export const rememberCollapsed = (collapsed: boolean): void => storage.set(KEY, collapsed ? 'collapsed' : 'open');
