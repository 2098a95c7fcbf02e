import type { Page } from '@playwright/test';
import { streamEvents } from '@kantor/contract/plain/routes.ts';

/** Long before the screen would refetch by itself: with a stream of changes it does so once a minute. */
export const BEFORE_POLL = { timeout: 15_000 };

/** Opens a screen, and waits until it receives changes: the screen before it may just be beginning to listen, too. */
export async function follow(page: Page, open: () => Promise<unknown>): Promise<void> {
  const before = page.url();
  const listening = page.waitForResponse(
    (response) => response.url().endsWith(streamEvents.path) && page.url() !== before,
  );
  await open();
  await listening;
}
