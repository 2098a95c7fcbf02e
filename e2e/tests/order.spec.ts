import { pathOf } from '@kantor/contract/client.ts';
import { API_BASE, getOrder, streamEvents, toggleTraffic } from '@kantor/contract/plain/routes.ts';
import { expect, test } from '@playwright/test';
import { figure, ownFunds } from './figure.ts';
import { confirmByHand, createOrderFor, pressAndAgree, rowOf, shown, signIn } from './people.ts';

test("an order goes from a shop's server to the trader's screen and into both balances", async ({
  page,
  browser,
  request,
}) => {
  await signIn(page, 'trader');

  // Traffic is on; one press switches it off, another on again.
  const isOnAgain = page.waitForResponse(
    (answer) => answer.url().endsWith(toggleTraffic.path) && answer.request().postDataJSON().is_active === true,
  );
  await page.getByRole('button', { name: 'Трафик включён' }).click();
  await page.getByRole('button', { name: 'Трафик выключен' }).click();
  await expect(page.getByRole('button', { name: 'Трафик включён' })).toBeVisible();
  // The button does not wait for the server; the order does.
  expect((await isOnAgain).ok()).toBe(true);

  const order = await createOrderFor(request, 'trader');
  await page.reload();
  const row = rowOf(page, order);
  await expect(row).toContainText(shown(order.amount));
  const own = await ownFunds(page);
  const earned = await figure(page, 'Баланс заработка');

  await row.getByRole('link').first().click();
  await expect(page).toHaveURL(`/orders/${order.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`${order.id.slice(0, 10)}…`);
  await expect(page).toHaveTitle(new RegExp(`${order.id.slice(0, 10)}…`));
  await confirmByHand(page, page.getByRole('button', { name: 'Подтвердить' }));
  await expect(page.getByText('Заказ подтвержден!')).toBeVisible();
  await expect(page.getByRole('main').getByText('Закрыт').first()).toBeVisible();
  const history = page.getByRole('table', { name: 'История статусов' }).getByRole('row');
  await expect(history.filter({ hasText: 'Активен' })).toBeVisible();
  await expect(history.filter({ hasText: 'Закрыт' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Подтвердить' })).toBeDisabled();

  await page.getByRole('link', { name: 'Баланс' }).click();
  await expect.poll(() => ownFunds(page)).toBeCloseTo(own - Number(order.amount_in_usdt), 1);
  expect(await figure(page, 'Баланс заработка')).toBeGreaterThan(earned);

  // The merchant, in another browser.
  const merchant = await (await browser.newContext()).newPage();
  await signIn(merchant, 'merchant');
  const balance = await figure(merchant, 'Баланс USDT');
  const success = await figure(merchant, 'Успешных сделок');
  const paid = rowOf(merchant, order);
  await expect(paid).toContainText(shown(order.amount));
  await expect(paid.getByText('Не оплачен')).toHaveCount(0);

  const second = await createOrderFor(request, 'trader');
  await page.goto(`/orders/${second.id}`);
  await confirmByHand(page, page.getByRole('button', { name: 'Подтвердить' }));
  await expect(page.getByText('Заказ подтвержден!')).toBeVisible();
  await merchant.reload();
  await expect.poll(() => figure(merchant, 'Успешных сделок')).toBe(success + 1);
  const gain = Number(second.amount_in_usdt) - Number(second.fee_in_usdt);
  expect(await figure(merchant, 'Баланс USDT')).toBeCloseTo(balance + gain, 1);
});

test('an expired order is confirmed from its screen', async ({ page }) => {
  await signIn(page, 'trader2');
  await page.goto('/orders?status=EXPIRED');
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await expect(page.getByRole('main').getByText('Истёк').first()).toBeVisible();
  await confirmByHand(page, page.getByRole('button', { name: 'Подтвердить' }));
  await expect(page.getByText('Заказ подтвержден!')).toBeVisible();
  await expect(page.getByRole('main').getByText('Закрыт').first()).toBeVisible();
});

test('earnings move to the main balance', async ({ page }) => {
  await signIn(page, 'trader2');
  const earned = await figure(page, 'Баланс заработка');
  const own = await ownFunds(page);
  expect(earned).toBeGreaterThan(0);
  await pressAndAgree(page, page.getByRole('button', { name: 'Перевести на основной' }), 'Перевести');
  await expect.poll(() => figure(page, 'Баланс заработка')).toBe(0);
  expect(await ownFunds(page)).toBeCloseTo(own + earned, 1);
  await expect(page.getByRole('button', { name: 'Перевести на основной' })).toBeDisabled();
});

test('a second confirmation from another screen says what the order is now', async ({ page, browser, request }) => {
  await signIn(page, 'trader2');
  const order = await createOrderFor(request, 'trader2');
  const other = await (await browser.newContext()).newPage();
  // It does not hear of the first one's confirmation.
  await other.route(`**${streamEvents.path}`, (route) => route.abort());
  await signIn(other, 'trader2');
  await Promise.all([page.goto(`/orders/${order.id}`), other.goto(`/orders/${order.id}`)]);
  await expect(other.getByRole('button', { name: 'Подтвердить' })).toBeEnabled();
  // Nor does it happen to ask in time.
  const clicked = Promise.withResolvers<void>();
  await other.route(`**${API_BASE}${pathOf(getOrder.path, { id: order.id })}`, async (route) => {
    await clicked.promise;
    await route.continue();
  });
  await confirmByHand(page, page.getByRole('button', { name: 'Подтвердить' }));
  await expect(page.getByText('Заказ подтвержден!')).toBeVisible();
  await confirmByHand(other, other.getByRole('button', { name: 'Подтвердить' }));
  clicked.resolve();
  await expect(other.getByText('Ошибка подтверждения')).toBeVisible();
  await expect(other.getByText('Сейчас заказ в статусе «Закрыт»')).toBeVisible();
  // And the screen shows the truth.
  await expect(other.getByRole('button', { name: 'Подтвердить' })).toBeDisabled();
});

test('an order is confirmed by keyboard alone', async ({ page, request }) => {
  await signIn(page, 'trader2');
  const order = await createOrderFor(request, 'trader2');
  await page.goto(`/orders/${order.id}`);
  const button = page.getByRole('button', { name: 'Подтвердить' });
  await expect(button).toBeEnabled();
  for (let i = 0; i < 60 && !(await button.evaluate((node) => node === document.activeElement)); i += 1) {
    await page.keyboard.press('Tab');
  }
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  // The messages to choose from have come, nothing is chosen yet: the focus is at the choice.
  const choice = page.getByRole('dialog').getByRole('radio').first();
  await expect(choice).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(choice).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Заказ подтвержден!')).toBeVisible();
});

test('a connection lost in the middle of a confirmation leaves a true screen', async ({ page, request }) => {
  await signIn(page, 'trader2');
  const order = await createOrderFor(request, 'trader2');
  await page.goto(`/orders/${order.id}`);
  // The server does its work; the browser never hears of it.
  await page.route('**/confirm/', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await confirmByHand(page, page.getByRole('button', { name: 'Подтвердить' }));
  await expect(page.getByText('Ошибка подтверждения')).toBeVisible();
  await expect(page.getByRole('main').getByText('Закрыт').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Подтвердить' })).toBeDisabled();
  await page.reload();
  await expect(page.getByRole('main').getByText('Закрыт').first()).toBeVisible();
});
