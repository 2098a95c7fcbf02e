import { createStore } from './create-store';
import { storage } from './storage';

const KEY = 'kantor.test-mode';

/** Whether a merchant looks at the test world. Kept for the next visit. */
export const testMode = createStore(storage.get(KEY) === 'on');

export function switchTestMode(isOn: boolean): void {
  storage.set(KEY, isOn ? 'on' : 'off');
  testMode.set(isOn);
}
