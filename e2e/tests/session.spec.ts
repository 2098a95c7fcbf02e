import { listViews } from '@kantor/contract/plain/account-routes.ts';
import {
  API_BASE,
  getInbox,
  getMe,
  getRate,
  getOrderTotals,
  getReadiness,
  listOrders,
  refresh,
  streamEvents,
} from '@kantor/contract/plain/routes.ts';
import { ACCOUNTS } from '@kantor/demo/accounts.ts';
import { expect, test } from '@playwright/test';
import { createOrderFor, signIn } from './people.ts';

test.describe('two tabs of one browser', () => {
  test('that refresh at the same moment both stay signed in', async ({ page, context }) => {
    await signIn(page, 'merchant');
    const tabs = await Promise.all([1, 2, 3].map(() => context.newPage()));
    await Promise.all(tabs.map((tab) => tab.goto('/orders')));
    for (const tab of tabs) await expect(tab.getByRole('heading', { level: 1, name: 'Заказы' })).toBeVisible();
    await Promise.all([page, ...tabs].map((tab) => tab.reload()));
    for (const tab of tabs) await expect(tab.getByRole('heading', { level: 1, name: 'Заказы' })).toBeVisible();
  });

  test('stay signed in when an answer to a refresh is lost', async ({ page, context }) => {
    await signIn(page, 'merchant');
    let lost = 0;
    // The server does its work; the browser never hears of it.
    await context.route(`**${refresh.path}`, async (route) => {
      if (lost > 0) return route.continue();
      lost += 1;
      await route.fetch();
      return route.abort('connectionreset');
    });
    const other = await context.newPage();
    await Promise.all([page.goto('/orders'), other.goto('/orders')]);
    for (const tab of [page, other]) await expect(tab.getByRole('heading', { level: 1, name: 'Заказы' })).toBeVisible();
    expect(lost).toBe(1);
  });

  test('sign out together', async ({ page, context }) => {
    await signIn(page, 'merchant');
    const other = await context.newPage();
    await other.goto('/orders');
    await expect(other.getByRole('heading', { level: 1, name: 'Заказы' })).toBeVisible();
    await page.getByTitle('Меню пользователя').click();
    await page.getByText('Выйти').click();
    await expect(page).toHaveURL(/\/login/);
    await expect(other).toHaveURL(/\/login/);
  });
});

test("until the session is known there is the page's loader alone, and nothing is asked for twice", async ({
  page,
  request,
}) => {
  await signIn(page, 'trader2');
  // Of an order that runs it is asked whether its phone is heard: those of the demo end while other tests run.
  await createOrderFor(request, 'trader2');
  // The screen after the sign-in goes first: what it still asks for is not this page's.
  await page.goto('about:blank');
  const answer = Promise.withResolvers<void>();
  await page.route(`**${refresh.path}`, async (route) => {
    await answer.promise;
    await route.continue();
  });
  // What happens in the marketplace meanwhile would be asked for, too: the stream that tells of it says nothing.
  await page.route(`**${streamEvents.path}*`, () => undefined);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith(`${API_BASE}/`) && !pathname.includes('events')) asked.push(pathname + search);
  });
  await page.goto('/orders');
  await expect(page.getByRole('status', { name: 'Загрузка…' })).toBeVisible();
  await expect(page.locator('#root > *')).toHaveCount(1);
  answer.resolve();
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByRole('status', { name: 'Загрузка…' })).toHaveCount(0);
  // What can wait is asked for after the screen.
  await expect
    .poll(() => asked.toSorted())
    .toEqual([
      API_BASE + refresh.path,
      API_BASE + getInbox.path,
      API_BASE + getRate.path,
      `${API_BASE}${listOrders.path}?page=1&page_size=30`,
      API_BASE + getOrderTotals.path,
      API_BASE + getReadiness.path,
      API_BASE + getMe.path,
      `${API_BASE}${listViews.path}?list=orders`,
    ]);
});

test('after signing in one is where one was going', async ({ page }) => {
  await page.goto('/orders?status=CLOSED&page=2');
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel('Имя пользователя').fill('merchant');
  await page.getByLabel('Пароль', { exact: true }).fill(ACCOUNTS.merchant.password);
  await page.getByRole('button', { name: 'Войти' }).click();
  await expect(page).toHaveURL('/orders?status=CLOSED&page=2');
});

test('a wrong password gets its sentence, and the right one lets in', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Имя пользователя').fill('merchant');
  await page.getByLabel('Пароль', { exact: true }).fill('wrong');
  await page.getByRole('button', { name: 'Войти' }).click();
  await expect(page.getByText('Произошла ошибка при входе')).toBeVisible();
  await page.getByLabel('Пароль', { exact: true }).fill(ACCOUNTS.merchant.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/balance');
});

test('an access token that ran out is renewed once, unnoticed', async ({ page }) => {
  await signIn(page, 'merchant');
  let refused = 0;
  let refreshed = 0;
  await page.route(`**${API_BASE}${listOrders.path}**`, (route) => {
    if (refused > 0) return route.continue();
    refused += 1;
    return route.fulfill({ status: 401, contentType: 'application/problem+json', body: '{}' });
  });
  page.on('request', (request) => {
    if (request.url().includes(refresh.path)) refreshed += 1;
  });
  await page.getByRole('link', { name: 'Заказы' }).click();
  // The balance has rows of its own.
  await expect(page.getByRole('heading', { level: 1, name: 'Заказы' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Заказы' })).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByRole('row').nth(5)).toBeVisible();
  expect([refused, refreshed]).toEqual([1, 1]);
});
