import { onTestFinished } from 'vitest';
import { api } from '@/api/api';
import { type AppStore, createAppStore } from '@/app/store';
import { toast } from '@/shared/ui/toast';

/** A store with nothing in it. When the test ends, it stops to ask: it would ask the next test's server. */
export function createTestStore(): AppStore {
  const { store, stopListening } = createAppStore();
  onTestFinished(async () => {
    stopListening();
    const changes = store.dispatch(api.util.getRunningMutationsThunk());
    store.dispatch(api.util.resetApiState());
    // A change that the test has not waited for fails by this. What it says must not come up on the next test's screen.
    await Promise.allSettled(changes);
    toast.closeAll();
  });
  return store;
}
