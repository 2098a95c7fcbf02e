import type { Page } from '@playwright/test';

/** A figure of the balance screen, in micro-USDT as far as the screen shows it. */
export async function figure(page: Page, label: string): Promise<number> {
  const text = await page.getByRole('region', { name: label }).getByRole('paragraph').innerText();
  return Number(text.replaceAll(/[^\d,−-]/g, '').replace(',', '.'));
}
