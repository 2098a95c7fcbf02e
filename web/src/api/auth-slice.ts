import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export interface AuthState {
  /** Lives in memory only; the refresh token is in local storage. */
  accessToken: string | null;
  isAuthenticated: boolean;
  isInitialized: boolean;
  /** The user left on purpose, so the next one starts on a fresh page instead of where this one stood. */
  leftByChoice: boolean;
  /** The session ended in mid-work: the sign-in says so, by the server's sentence where it gave one. */
  putOut: PutOut | null;
}

export interface PutOut {
  sentence: string | undefined;
}

const initialState: AuthState = {
  accessToken: null,
  isAuthenticated: false,
  isInitialized: false,
  leftByChoice: false,
  putOut: null,
};

const authSlice = createSlice({
  name: 'auth',
  initialState,
  reducers: {
    accessGranted: (state, { payload }: PayloadAction<string>) => {
      state.accessToken = payload;
      state.isAuthenticated = true;
      state.leftByChoice = false;
      state.putOut = null;
    },
    initialized: (state) => {
      state.isInitialized = true;
    },
    cleared: (state, { payload }: PayloadAction<{ byChoice: boolean; putOut?: PutOut }>) => {
      state.accessToken = null;
      state.isAuthenticated = false;
      state.leftByChoice = payload.byChoice;
      state.putOut = payload.putOut ?? null;
    },
  },
});

export const { accessGranted, initialized, cleared } = authSlice.actions;
export const authReducer = authSlice.reducer;

/** The part of the store that calls read. */
export interface WithAuth {
  auth: AuthState;
}
