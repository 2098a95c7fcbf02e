import { expect, test } from '@playwright/test';
import { signIn } from './people.ts';

test.beforeEach(({ page }) => signIn(page, 'merchant'));

test('the address is the state of the list: Back brings it back, with the place on the page', async ({ page }) => {
  await page.goto('/orders');
  await page.getByText('Закрытые', { exact: true }).click();
  await expect(page).toHaveURL('/orders?status=CLOSED');
  await page.getByRole('link', { name: 'Страница 2' }).click();
  await expect(page).toHaveURL('/orders?page=2&status=CLOSED');
  // The rows of the first page stay until those of the second have come.
  await expect(page.getByRole('table', { name: 'Заказы' })).toHaveAttribute('aria-busy', 'false');
  const row = page.getByRole('row').nth(25);
  await row.scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => window.scrollY);
  expect(scrolled).toBeGreaterThan(0);
  await row.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/orders\/[0-9a-f-]{36}$/);
  await page.goBack();
  await expect(page).toHaveURL('/orders?page=2&status=CLOSED');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(scrolled - 50);
  // The back link leads to the same place.
  await page.getByRole('row').nth(3).getByRole('link').first().click();
  await page.getByRole('main').getByRole('link', { name: 'Заказы' }).click();
  await expect(page).toHaveURL('/orders?page=2&status=CLOSED');
});

test('a part of an id finds its order; a search that finds nothing offers to be forgotten', async ({ page }) => {
  await page.goto('/orders');
  const link = page.getByRole('row').nth(3).getByRole('link').first();
  const id = (await link.getAttribute('href'))?.split('/').at(-1) ?? '';
  await page.getByPlaceholder('Поиск по реквизиту').fill(id);
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page).toHaveURL(`/orders?id=${id}`);
  await page.getByPlaceholder('Поиск по реквизиту').fill('нет такого');
  await page.getByRole('button', { name: 'Сбросить фильтры' }).click();
  await expect(page).toHaveURL('/orders');
  await expect(page.getByRole('row').nth(5)).toBeVisible();
});

test('a page past the end leads to the last one', async ({ page }) => {
  await page.goto('/orders?page=9999');
  await expect(page).toHaveURL(/page=\d{1,3}$/);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
});

test('the page size is 30 and may be 10, 30, 50 or 100', async ({ page }) => {
  await page.goto('/orders');
  await expect(page.getByRole('row')).toHaveCount(31);
  const size = page.getByRole('combobox');
  await expect(size.locator('option')).toHaveText(['10', '30', '50', '100']);
  await size.selectOption('10');
  await expect(page).toHaveURL('/orders?page_size=10');
  await expect(page.getByRole('row')).toHaveCount(11);
});

test('a row opens in a new tab by the middle button', async ({ page, context }) => {
  await page.goto('/orders');
  const opened = context.waitForEvent('page');
  await page.getByRole('row').nth(2).getByRole('cell').nth(3).click({ button: 'middle' });
  await expect(await opened).toHaveURL(/\/orders\/[0-9a-f-]{36}$/);
});
