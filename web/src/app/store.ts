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
  const store = configureStore({
    reducer,
    // A mutation of the state throws by itself, for it is frozen. The checks of a development build walk all that is kept with each action.
    middleware: (defaults) => defaults({ immutableCheck: false, serializableCheck: false }).concat(api.middleware),
  });
  const stopListening = setupListeners(store.dispatch);
  return { store, stopListening };
}
