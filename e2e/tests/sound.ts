import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Passes axe. */
export async function expectAccessible(page: Page) {
  // There are no frames: without this, every analysis opens a page of its own to put those of frames together.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}

/** Is no wider than the screen. */
export async function expectFits(page: Page) {
  const { wide, screen } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    screen: document.documentElement.clientWidth,
  }));
  expect(wide, `${page.url()} at ${screen} px`).toBe(screen);
}

export async function expectSound(page: Page) {
  await expectAccessible(page);
  await expectFits(page);
}

/** Everything has come. */
export async function settle(page: Page) {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
}
