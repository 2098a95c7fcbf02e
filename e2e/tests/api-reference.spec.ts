import { createMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { expect, test } from '@playwright/test';
import { signIn } from './people.ts';
import { barriersOf, expectFits, settle } from './sound.ts';

test('the API is read in the product: call by call, by keyboard, from nowhere else', async ({ page }) => {
  await signIn(page, 'merchant');
  const { host: here } = new URL(page.url());
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol.startsWith('http') && host !== here) elsewhere.push(request.url());
  });
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') refused.push(message.text());
  });
  await page.goto('/developer');
  await page
    .getByRole('navigation', { name: 'Разделы страницы' })
    .getByRole('link', { name: 'API', exact: true })
    .click();
  const reference = page.getByRole('region', { name: 'Описание API' });
  const call = reference.getByRole('button', { name: new RegExp(createMerchantOrder.summary ?? '') });
  await expect(call).toBeAttached();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await settle(page);
    await expectFits(page);
  }
  await reference.getByRole('button', { name: 'Заказы', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(call).toBeInViewport();
  await call.focus();
  await page.keyboard.press('Enter');
  await expect(reference.getByText('Idempotency-Key').last()).toBeVisible();
  await settle(page);
  await expectFits(page);
  expect(await barriersOf(page)).toEqual([]);
  expect([elsewhere, refused]).toEqual([[], []]);
});
