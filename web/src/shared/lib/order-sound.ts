import { useSyncExternalStore } from 'react';
import { storage } from './storage';

const KEY = 'kantor.sound';
const listeners = new Set<() => void>();
/** Where storage is forbidden. */
let choice: string | null = null;

/** Whether a new order is to be heard; off until the user wants it. Kept for the next visit. */
export const orderSound = {
  isOn: (): boolean => (storage.get(KEY) ?? choice) === 'on',
  set: (next: boolean): void => {
    choice = next ? 'on' : 'off';
    storage.set(KEY, choice);
    for (const listener of listeners) listener();
  },
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useOrderSound = (): boolean => useSyncExternalStore(subscribe, orderSound.isOn);
