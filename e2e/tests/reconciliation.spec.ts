import { listMerchantOrders } from '@kantor/contract/wire/merchant-orders.ts';
import { expect, type Page, test } from '@playwright/test';
import { asMerchant, testedServer } from './api.ts';
import { signIn } from './people.ts';
import { expectSound } from './sound.ts';

/** Wider than a phone, beside the rest. */
const REMARK = 'Оплата заказа постоянного покупателя магазина';
const WIDE = { width: 1440, height: 900 };

/** A file's columns are named by their heads, on a narrow phone as well as on a wide screen. */
async function pick(page: Page, address: string, name: string, lines: readonly string[]): Promise<void> {
  await page.goto(address);
  const buffer = Buffer.from(`\uFEFF${lines.join('\r\n')}`);
  await page.getByLabel('Файл', { exact: true }).setInputFiles({ name, mimeType: 'text/csv', buffer });
  await expect(page.getByText(`Строк: ${lines.length - 1}.`)).toBeVisible();
  for (const width of [360, 767]) {
    await page.setViewportSize({ width, height: 800 });
    await expectSound(page);
  }
  await page.setViewportSize(WIDE);
}

const pile = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Итоги' }).getByRole('row').filter({ hasText: name }).getByRole('cell').first();

async function expectPiles(page: Page, counts: Record<string, number>): Promise<void> {
  for (const [name, count] of Object.entries(counts)) await expect(pile(page, name)).toHaveText(String(count));
  for (const width of [360, 767, 1440]) {
    await page.setViewportSize({ ...WIDE, width });
    await expectSound(page);
  }
}

test('a shop’s own book is compared with ours, and each row opens', async ({ page, request }) => {
  const shop = asMerchant(testedServer(request));
  const { results: closed } = await shop.call(listMerchantOrders, { query: { status: 'CLOSED', page_size: 5 } });
  const lines = closed.map(({ external_id: number, amount }, n) => {
    const sum = Number(amount) + (n === 0 ? 10 : 0);
    return `${number};${sum.toFixed(2).replace('.', ',')};${REMARK}`;
  });
  await signIn(page, 'merchant');
  await pick(page, '/reconciliations', 'книга.csv', [
    'Номер;Сумма;Примечание',
    ...lines,
    `НЕТ-ТАКОГО;100,00;${REMARK}`,
  ]);
  await page.getByRole('button', { name: 'Сверить', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'книга.csv' })).toBeVisible();
  await expectPiles(page, { Совпало: 4, 'Разная сумма': 1, 'Только в файле': 1 });
  await page.getByRole('button', { name: /^Разная сумма/ }).click();
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Скачать стопку: CSV' }).click();
  expect((await file).suggestedFilename()).toMatch(/\.csv$/);
  await page.getByRole('link', { name: closed[0]?.external_id ?? '' }).click();
  await expect(page).toHaveURL(`/orders/${closed[0]?.id}`);
});
