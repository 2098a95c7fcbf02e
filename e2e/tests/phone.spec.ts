import { createHmac } from 'node:crypto';
import { expect, type Locator, test } from '@playwright/test';
import { signIn } from './people.ts';
import { pair, scan } from './phone.ts';

/** Changes of the stream and answers to the screen are there by then. */
const SOON = { timeout: 20_000 };

test('a trader connects a phone by its QR code, and then an application instead', async ({ page, request }) => {
  await signIn(page, 'trader2');
  const cabinet = `Новый телефон ${Date.now().toString(36)}`;
  await page.goto('/cabinets/new');
  await page.getByLabel('Название').fill(cabinet);
  await page.getByLabel('Название').press('Enter');
  await expect(page).toHaveURL(/\/cabinets\/[0-9a-f-]{36}$/);
  await expect(page.getByText('Автоматика', { exact: true })).toBeVisible();
  await expect(page.getByText('Телефон не подключён')).toBeVisible();

  await page.getByRole('button', { name: 'Показать QR-код' }).click();
  const picture = page.getByRole('img', { name: 'QR-код для подключения телефона' });
  const source = (await picture.getAttribute('src')) ?? '';
  const phone = await pair(await scan(Buffer.from(source.split(',')[1] ?? '', 'base64')));
  expect((await phone.ping('Заряд 7%')).status).toBe(200);
  await page.getByRole('dialog').getByRole('button', { name: 'Закрыть' }).click();
  await expect(page.getByText('Выключен', { exact: true })).toBeVisible(SOON);
  await expect(page.getByText('Телефон не подключён')).toHaveCount(0);

  const detail = page.url();
  await page.goto('/cabinets');
  const row = page.getByRole('row').filter({ hasText: cabinet });
  await row.getByRole('switch').click();
  await expect(row.getByRole('switch')).toBeChecked();
  await page.goto('/pings');
  await expect(page.getByRole('row').filter({ hasText: cabinet })).toContainText('Заряд 7%');

  await page.goto(detail);
  await page.getByRole('button', { name: 'Подключить приложение' }).click();
  const dialog = page.getByRole('dialog', { name: `Приложение для кабинета «${cabinet}»` });
  await dialog.getByRole('combobox', { name: 'Приложение' }).selectOption('smsGateway');
  await dialog.getByRole('button', { name: 'Подключить' }).click();
  const shown = async (label: string) => (await definition(dialog, label).textContent()) ?? '';
  await expect(dialog.getByText('Ключ показывается один раз')).toBeVisible();
  const [address, key] = [await shown('Адрес'), await shown('Ключ')];
  expect((await phone.ping('Я ещё здесь')).status).toBe(403);

  const text = `Проверка связи ${Date.now()}`;
  const body = JSON.stringify({
    event: 'sms:received',
    id: text,
    payload: { message: text, phoneNumber: '900', simNumber: 1, receivedAt: new Date().toISOString() },
  });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', key)
    .update(body + timestamp)
    .digest('hex');
  const answer = await request.post(address, {
    data: body,
    headers: { 'content-type': 'application/json', 'x-signature': signature, 'x-timestamp': timestamp },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  await dialog.getByRole('button', { name: 'Закрыть' }).click();
  await page.goto('/notifications');
  await expect(page.getByRole('row').filter({ hasText: text })).toBeVisible();

  // Nothing that was connected here stays so.
  await page.goto(detail);
  await page.getByRole('button', { name: 'Заблокировать навсегда' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Заблокировать навсегда' }).click();
  await expect(page.getByText('Кабинет заблокирован навсегда')).toBeVisible();
});

const definition = (dialog: Locator, label: string): Locator =>
  dialog.locator('dl > div').filter({ hasText: label }).locator('dd');
