import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { streamEvents } from '@kantor/contract/plain/routes.ts';
import { listNotifications } from '@kantor/contract/wire/devices.ts';
import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import { asPerson, testedServer } from './api.ts';
import { tellOfIncome } from './bank-message.ts';
import { BEFORE_POLL, follow } from './follow.ts';
import { createOrderFor, rowOf, type ShopOrder, signIn } from './people.ts';

// Screens that follow what happens elsewhere, with nobody touching them.

const asTrader2 = (request: APIRequestContext) => asPerson(testedServer(request), 'trader2');

/** Has the bank write to the phone of the order's requisite that it was paid. */
async function pay(request: APIRequestContext, order: ShopOrder): Promise<void> {
  const { text } = await tellOfIncome(request, order);
  const [newest] = (await asTrader2(request).call(listNotifications)).results;
  expect(newest, text).toMatchObject({ text, outcome: 'paid', order: order.id });
}

test("an open order closes itself when the bank's message reaches the phone", async ({ page, request }) => {
  await signIn(page, 'trader2');
  const order = await createOrderFor(request, 'trader2');
  await follow(page, () => page.goto(`/orders/${order.id}`));
  const button = page.getByRole('button', { name: 'Подтвердить' });
  await expect(button).toBeEnabled();
  await button.focus();
  await pay(request, order);
  await expect(page.getByRole('main').getByText('Закрыт').first()).toBeVisible(BEFORE_POLL);
  const history = page.getByRole('table', { name: 'История статусов' });
  await expect(history.getByText('Закрыт')).toBeVisible();
  await expect(button).toBeDisabled();
  // The focus has stayed on it.
  await expect(button).toBeFocused();
});

test('a question about an order says what became of it', async ({ page, request }) => {
  await follow(page, () => signIn(page, 'trader2'));
  const order = await createOrderFor(request, 'trader2');
  const row = rowOf(page, order);
  await row.getByRole('button', { name: /^Подтвердить/ }).click();
  const question = page.getByRole('dialog').filter({ hasText: 'Подтвердить заказ' });
  await expect(question).toBeVisible();
  await asTrader2(request).call(confirmOrder, { params: { id: order.id } });
  const answer = page.getByRole('dialog').filter({ hasText: 'заказ перешёл в статус «Закрыт»' });
  await expect(answer).toBeVisible(BEFORE_POLL);
  await expect(answer.getByRole('button', { name: 'Подтвердить' })).toHaveCount(0);
  await answer.getByRole('button', { name: 'Закрыть' }).click();
  await page.getByRole('heading', { level: 1 }).hover();
  await expect(row).toHaveCount(0, BEFORE_POLL);
});

test('new orders come by themselves, but move nothing under the pointer', async ({ page, request }) => {
  await signIn(page, 'trader2');
  await follow(page, () => page.goto('/orders'));
  await page.getByRole('heading', { level: 1 }).hover();
  const first = await createOrderFor(request, 'trader2');
  await expect(rowOf(page, first)).toBeVisible(BEFORE_POLL);

  const pointed = page.getByRole('row').nth(2);
  await pointed.hover();
  // Its other cells may change: the time that its order has left does.
  const link = pointed.getByRole('link').first();
  const address = (await link.getAttribute('href')) ?? '';
  const second = await createOrderFor(request, 'trader2');
  const show = page.getByRole('button', { name: 'Новых: 1 — показать' });
  await expect(show).toBeVisible(BEFORE_POLL);
  await expect(link).toHaveAttribute('href', address);
  // The rows in sight still change in their places.
  await asTrader2(request).call(confirmOrder, { params: { id: first.id } });
  await expect(rowOf(page, first).getByText('Закрыт')).toBeVisible(BEFORE_POLL);
  await show.click();
  await expect(rowOf(page, second)).toBeVisible();
});

test('a screen that could not have the code for it follows all the same, a little later', async ({ page }) => {
  let lost = 0;
  await page.route(/\/assets\/live-[^/]*\.js/, (route) => {
    lost += 1;
    return lost === 1 ? route.abort('connectionreset') : route.continue();
  });
  await follow(page, () => signIn(page, 'merchant'));
  expect(lost).toBe(2);
});

test('the tabs of a browser share one stream; when its tab is closed another takes over', async ({
  context,
  request,
}) => {
  const open: Page[] = [];
  context.on('request', (sent) => sent.url().endsWith(streamEvents.path) && open.push(sent.frame().page()));
  const first = await context.newPage();
  await signIn(first, 'trader2');
  await expect.poll(() => open.length).toBe(1);
  const others = await Promise.all(Array.from({ length: 4 }, () => context.newPage()));
  await Promise.all(others.map((tab) => tab.goto('/orders')));
  const sees = async (tabs: Page[]) => {
    for (const tab of tabs) await expect(tab.getByRole('table').first()).toHaveAttribute('aria-busy', 'false');
    const order = await createOrderFor(request, 'trader2');
    for (const tab of tabs) await expect(rowOf(tab, order)).toBeVisible(BEFORE_POLL);
  };
  await sees([first, ...others]);
  expect(open).toEqual([first]);
  await first.close();
  await expect.poll(() => open.length).toBe(2);
  await sees(others);
});

test('the title counts the orders that came while nobody looked', async ({ context, request }) => {
  const page = await context.newPage();
  await follow(page, () => signIn(page, 'trader2'));
  // Playwright lets every page believe that it is in front.
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setFocusEmulationEnabled', { enabled: false });
  const { windowId } = await devtools.send('Browser.getWindowForTarget');
  const turnTo = (windowState: 'minimized' | 'normal') =>
    devtools.send('Browser.setWindowBounds', { windowId, bounds: { windowState } });
  await turnTo('minimized');
  await expect.poll(() => page.evaluate(() => document.hasFocus())).toBe(false);
  await createOrderFor(request, 'trader2');
  await expect(page).toHaveTitle(/^\(1\) Баланс/, BEFORE_POLL);
  await turnTo('normal');
  await expect(page).toHaveTitle(/^Баланс/, BEFORE_POLL);
});
