import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { api } from '@/api/api';
import { authReducer } from '@/api/auth-slice';
import { sidebarReducer } from './shell/sidebar-slice';

const reducer = combineReducers({ auth: authReducer, sidebar: sidebarReducer, [api.reducerPath]: api.reducer });

export type RootState = ReturnType<typeof reducer>;
export type AppStore = ReturnType<typeof createAppStore>['store'];

/** A store with nothing in it; calls refetch when the window regains focus or the network. */
export function createAppStore() {
  const store = configureStore({ reducer, middleware: (defaults) => defaults().concat(api.middleware) });
  const stopListening = setupListeners(store.dispatch);
  return { store, stopListening };
}
