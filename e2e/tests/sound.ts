import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Passes axe. */
export async function expectAccessible(page: Page) {
  // There are no frames: without this, every analysis opens a page of its own to put those of frames together.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}

/** Is no wider than the screen, and no table or button is wider than its place. */
export async function expectFits(page: Page) {
  const { wide, screen, outside } = await page.evaluate(() => {
    // A text cut on purpose ends in an ellipsis.
    const isCut = (node: Element) =>
      node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).textOverflow !== 'ellipsis';
    const sticksOut = (node: Element) =>
      node.getBoundingClientRect().right > (node.parentElement?.getBoundingClientRect().right ?? Infinity) + 1;
    return {
      wide: document.documentElement.scrollWidth,
      screen: document.documentElement.clientWidth,
      outside: [
        ...[...document.querySelectorAll('main table')].filter(sticksOut).map((node) => node.ariaLabel),
        ...[...document.querySelectorAll('main button, main button span')]
          .filter(isCut)
          .map((node) => node.textContent),
      ],
    };
  });
  expect({ wide, outside }, `${page.url()} at ${screen} px`).toEqual({ wide: screen, outside: [] });
}

/** Once everything is at its place: what is still fading in has too little contrast. */
export async function expectSound(page: Page) {
  await settle(page);
  await expectAccessible(page);
  await expectFits(page);
}

/** Everything has come, and nothing is on its way to its place. */
export async function settle(page: Page) {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
    // The effects of a new width have begun by the next frame but one.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    const passing = document
      .getAnimations()
      .filter((each) => Number.isFinite(each.effect?.getComputedTiming().endTime));
    await Promise.allSettled(passing.map(({ finished }) => finished));
  });
}
