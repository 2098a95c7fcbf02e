import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export interface AuthState {
  /** Lives in memory only; the refresh token is in local storage. */
  accessToken: string | null;
  isAuthenticated: boolean;
  isInitialized: boolean;
  /** The user left on purpose, so the next one starts on a fresh page instead of where this one stood. */
  leftByChoice: boolean;
}

const initialState: AuthState = {
  accessToken: null,
  isAuthenticated: false,
  isInitialized: false,
  leftByChoice: false,
};

const authSlice = createSlice({
  name: 'auth',
  initialState,
  reducers: {
    accessGranted: (state, { payload }: PayloadAction<string>) => {
      state.accessToken = payload;
      state.isAuthenticated = true;
      state.leftByChoice = false;
    },
    initialized: (state) => {
      state.isInitialized = true;
    },
    cleared: (state, { payload }: PayloadAction<{ byChoice: boolean }>) => {
      state.accessToken = null;
      state.isAuthenticated = false;
      state.leftByChoice = payload.byChoice;
    },
  },
});

export const { accessGranted, initialized, cleared } = authSlice.actions;
export const authReducer = authSlice.reducer;

/** The part of the store that calls read. */
export interface WithAuth {
  auth: AuthState;
}
