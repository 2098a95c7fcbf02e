import { onTestFinished } from 'vitest';
import { api } from '@/api/api';
import { type AppStore, createAppStore } from '@/app/store';

/** A store with nothing in it. When the test ends, it stops to ask: it would ask the next test's server. */
export function createTestStore(): AppStore {
  const { store, stopListening } = createAppStore();
  onTestFinished(() => {
    stopListening();
    store.dispatch(api.util.resetApiState());
  });
  return store;
}
