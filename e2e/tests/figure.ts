import { expect, type Page } from '@playwright/test';

const card = (page: Page, label: string) => page.getByRole('region', { name: label }).getByRole('paragraph');
const numberIn = (text: string): number => Number(text.replaceAll(/[^\d,−-]/g, '').replace(',', '.'));

/** A figure of the balance screen, in micro-USDT as far as the screen shows it. */
export const figure = async (page: Page, label: string): Promise<number> =>
  numberIn(await card(page, label).innerText());

/**
 * A trader's free and held USDT together: an order of the demo may run out meanwhile, and gives its hold back. For that both
 * are read at one moment.
 */
export async function ownFunds(page: Page): Promise<number> {
  const both = card(page, 'Баланс USDT').or(card(page, 'Удержано USDT'));
  await expect(both).toHaveCount(2);
  const [free = NaN, held = NaN] = (await both.allInnerTexts()).map(numberIn);
  return free + held;
}
