import type { DataRouter } from 'react-router';

/** Rows that have not come by then are given up. */
const TIMEOUT_MS = 10_000;
/** From here on the person scrolls, not the page. */
const TAKEN_OVER_BY = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * Brings back the place on a page whose rows come later than the page: after a reload, or when an event has meanwhile
 * invalidated the list. `ScrollRestoration` remembers the places, but scrolls once and at once, when such a page is still short.
 */
export function returnToPlace({ state, subscribe }: DataRouter): void {
  let { location, restoreScrollPosition: place } = state;
  let leave: (() => void) | undefined;
  subscribe((next) => {
    if (next.location === location && next.restoreScrollPosition === place) return;
    ({ location, restoreScrollPosition: place } = next);
    leave?.();
    leave = place ? followTo(place) : undefined;
  });
}

/** Scrolls as near to `place` (CSS pixels from the top) as the page allows whenever it grows, until it is reached. */
function followTo(place: number): () => void {
  const end = new AbortController();
  const { signal } = end;
  const leave = () => end.abort();
  const growth = new ResizeObserver(() => {
    window.scrollTo(0, place);
    // Browsers round to the screen's pixels.
    if (window.scrollY > place - 1) leave();
  });
  const limit = setTimeout(leave, TIMEOUT_MS);
  signal.addEventListener('abort', () => {
    growth.disconnect();
    clearTimeout(limit);
  });
  for (const event of TAKEN_OVER_BY) window.addEventListener(event, leave, { signal, passive: true });
  growth.observe(document.body);
  return leave;
}
