import { useSyncExternalStore } from 'react';
import { createStore } from './create-store';
import { storage } from './storage';

const KEY = 'kantor.sound';
/** Counts where storage is forbidden; otherwise storage does, as another tab may have written it. */
const choice = createStore<string | null>(null);

/** Whether a new order makes a sound; off until the user wants it. Kept for the next visit. */
export const orderSound = {
  isOn: (): boolean => (storage.get(KEY) ?? choice.get()) === 'on',
  set: (next: boolean): void => {
    storage.set(KEY, next ? 'on' : 'off');
    choice.set(next ? 'on' : 'off');
  },
};

export const useOrderSound = (): boolean => useSyncExternalStore(choice.subscribe, orderSound.isOn);
