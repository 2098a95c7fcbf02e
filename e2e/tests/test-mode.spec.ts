import { randomUUID } from 'node:crypto';
import { idempotencyKey } from '@kantor/contract/client.ts';
import { createMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { addWebhookEndpoint, removeWebhookEndpoint } from '@kantor/contract/wire/webhook-endpoints.ts';
import { TEST_API_KEY } from '@kantor/demo/accounts.ts';
import { expect, test } from '@playwright/test';
import { asMerchant, asPerson, testedServer } from './api.ts';
import { signIn } from './people.ts';
import { expectSound, settle } from './sound.ts';

test('the test mode shows what a test key makes, plays it through, and leaves nothing in the live lists', async ({
  page,
  request,
}) => {
  test.setTimeout(300_000);
  const server = testedServer(request);
  const [shop, merchant] = [asMerchant(server, TEST_API_KEY), asPerson(server, 'merchant')];
  const body = { url: 'https://shop.example/test-hooks', types: null, is_test: true };
  const endpoint = await merchant.call(addWebhookEndpoint, { body });
  const number = `e2e-${randomUUID()}`;
  const sections = page.getByRole('navigation', { name: 'Разделы', exact: true });
  const pressTestModeSwitch = async () => {
    await sections.getByRole('link', { name: 'Заказы' }).click();
    // A screen takes the focus when it is there: a key that is down until then goes up elsewhere.
    await expect(page.getByRole('heading', { name: 'Заказы', level: 1 })).toBeVisible();
    await page.getByRole('switch', { name: 'Тестовый режим' }).press('Space');
  };

  await signIn(page, 'merchant');
  await pressTestModeSwitch();
  await expect(page.getByText('Тестовый режим: здесь заказы')).toBeVisible();

  // It comes by itself, as live ones do.
  const order = await shop.call(createMerchantOrder, {
    body: { amount: '1500', method: 'sbp', external_id: number },
    headers: idempotencyKey(),
  });
  const row = page.getByRole('row').filter({ hasText: number });
  await expect(row).toContainText('Активен');
  await settle(page);
  await expectSound(page);

  // The payer's page says what it is.
  const payer = await page.context().newPage();
  await payer.goto(new URL(order.payment_url).pathname);
  await expect(payer.getByText('Тестовый заказ: ничего не переводите')).toBeVisible();
  await row.getByRole('button', { name: `Оплатить: ${number}` }).click();
  await expect(row).toContainText('Закрыт');
  await expect(payer.getByRole('heading', { name: 'Оплачено' })).toBeVisible();
  await payer.close();

  await row.getByRole('link').first().click();
  await expect(page.getByText('Страница плательщика')).toBeVisible();
  await settle(page);
  await expectSound(page);

  await sections.getByRole('link', { name: 'Разработчику' }).click();
  await page.getByRole('navigation', { name: 'Разделы страницы' }).getByRole('link', { name: 'Журнал' }).click();
  const told = page.getByRole('row').filter({ has: page.locator(`[title="${order.id}"]`) });
  await expect(told).toHaveCount(2);
  for (const webhook of await told.all()) await expect(webhook).toContainText('Тест');

  await pressTestModeSwitch();
  await expect(page.getByText('Тестовый режим: здесь заказы')).toHaveCount(0);
  await settle(page);
  await expect(row).toHaveCount(0);
  await merchant.call(removeWebhookEndpoint, { params: { id: endpoint.id } });
});
