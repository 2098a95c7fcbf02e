import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** Shows the tab or hides it, and gives it the focus or takes it away. */
export const setVisibility = (state: DocumentVisibilityState, hasFocus: boolean): void => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  vi.spyOn(document, 'hasFocus').mockReturnValue(hasFocus);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
};
