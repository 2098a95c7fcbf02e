import { useEffect, type RefObject } from 'react';
import { focusPlaces, type FocusPlaces } from '@/shared/lib/focus-places';

/**
 * When what has the focus is taken off the screen (a row whose order has closed, a button that is no longer offered), the focus
 * goes on from there and does not fall to the document, where the keyboard would start anew.
 */
export function useKeptFocus(screen: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = screen;
    if (current === null) return undefined;
    let focused: { element: Element; places: FocusPlaces } | null = null;
    const note = ({ target }: FocusEvent) => {
      if (target instanceof Element) focused = { element: target, places: focusPlaces(target) };
    };
    const leave = ({ target }: FocusEvent) => {
      // What is taken away may say that it loses the focus; it has not been left.
      if (target instanceof Element && target.isConnected) focused = null;
    };
    const observer = new MutationObserver(() => {
      if (focused === null || focused.element.isConnected) return;
      const { places } = focused;
      focused = null;
      if (document.activeElement === document.body) places.back({ preventScroll: true });
    });
    current.addEventListener('focusin', note);
    current.addEventListener('focusout', leave);
    observer.observe(current, { childList: true, subtree: true });
    return () => {
      current.removeEventListener('focusin', note);
      current.removeEventListener('focusout', leave);
      observer.disconnect();
    };
  }, [screen]);
}
