import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/** On both sides of each width at which the screens are laid out anew, as far as people have such screens. */
export const WIDTHS = [1440, 1280, 1024, 768, 767, 360] as const;

/** What axe finds, by all of its rules or by some. A page gets axe once. */
export async function barriersOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (only) => {
    const { axe: inPage } = window as unknown as { axe: typeof axe };
    // Of what passes nobody reads: to describe each of its elements would take three times as long as to judge them all.
    const { violations } = await inPage.run({
      resultTypes: ['violations'],
      ...(only && { runOnly: { type: 'rule', values: [...only] } }),
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }, rules);
}

/** What is wider than the screen, and each table, button and hint of a field that is wider than its place. */
export const misfitsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    // A text cut on purpose ends in an ellipsis.
    const isCut = (node: Element) =>
      node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).textOverflow !== 'ellipsis';
    // A table for screen readers alone is clipped, and one in a frame of its own is scrolled.
    const isFramed = ({ parentElement: frame }: Element) =>
      frame !== null && (getComputedStyle(frame).clipPath !== 'none' || getComputedStyle(frame).overflowX === 'auto');
    const sticksOut = (node: Element) =>
      !isFramed(node) &&
      node.getBoundingClientRect().right > (node.parentElement?.getBoundingClientRect().right ?? Infinity) + 1;
    const pen = document.createElement('canvas').getContext('2d');
    const isHintCut = (field: HTMLInputElement) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(field);
      if (pen) pen.font = font;
      const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      return field.checkVisibility() && (pen?.measureText(field.placeholder).width ?? 0) > room + 1;
    };
    const { scrollWidth: wide, clientWidth: screen } = document.documentElement;
    return [
      ...(wide === screen ? [] : [`the page: ${wide} px`]),
      ...[...document.querySelectorAll('main table')].filter(sticksOut).map(({ ariaLabel }) => `table ${ariaLabel}`),
      ...[...document.querySelectorAll('main :is(button, a[data-variant]), main :is(button, a[data-variant]) span')]
        .filter(isCut)
        .map(({ textContent }) => `button ${textContent}`),
      ...[...document.querySelectorAll<HTMLInputElement>('main input[placeholder]')]
        .filter(isHintCut)
        .map(({ placeholder }) => `hint ${placeholder}`),
    ];
  });

/** Is no wider than the screen, and no table or button is wider than its place. */
export async function expectFits(page: Page) {
  expect(await misfitsOf(page), `${page.url()} at ${page.viewportSize()?.width} px`).toEqual([]);
}

/** Passes axe, and fits. Once everything is at its place: what is still fading in has too little contrast. */
export async function expectSound(page: Page) {
  await settle(page);
  expect(await barriersOf(page)).toEqual([]);
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
