import { API_BASE, getMe, getRate } from '@kantor/contract/plain/routes.ts';
import { listRequisites } from '@kantor/contract/plain/requisite-routes.ts';
import { ACCOUNTS } from '@kantor/demo/accounts.ts';
import { expect, test } from '@playwright/test';
import { fillSignIn, signIn } from './people.ts';
import { expectFits, expectSound, settle, WIDTHS } from './sound.ts';

// Nothing is changed here, so that these tests may run at once. Every page of everybody is looked at in members.spec.ts.
test.describe.configure({ mode: 'parallel' });

// A page is live: what it asks for as its test ends would have nobody to answer it.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'wait' }));

test('the longest names leave every column of the requisites its room', async ({ page }) => {
  await signIn(page, 'trader2');
  const name = 'Константинопольско-Преображенская, для переводов по СБП';
  await page.route(`**${API_BASE}${listRequisites.path}?*`, async (route) => {
    const answer = await route.fetch();
    const list = await answer.json();
    const results = list.results.map((row: object) => ({
      ...row,
      name,
      bank_type: { id: 1, name: 'Азиатско-Тихоокеанский банк развития и торговли' },
      cabinet: { id: '0', device_name: 'СамсунгГалаксиА54ОсновнойТелефонВОфисе' },
    }));
    await route.fulfill({ response: answer, json: { ...list, results } });
  });
  await page.goto('/requisites');
  // What ails the requisite may stand under its name.
  const link = page.getByRole('link', { name }).first();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expect(link).toBeVisible();
    await settle(page);
    await expectFits(page);
    const { width: room = 0 } = (await link.boundingBox()) ?? {};
    expect(room, `at ${width} px`).toBeGreaterThan(80);
  }
});

test('the sign-in screen is sound in both themes, wide and narrow', async ({ browser }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1440, 390]) {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
      const page = await context.newPage();
      await page.goto('/login');
      await expect(page.getByRole('button', { name: 'Войти' })).toBeVisible();
      await expectSound(page);
      await context.close();
    }
  }
});

test('the sidebar has the entries of the role, collapses under 1024 and is a drawer under 768', async ({ page }) => {
  await signIn(page, 'trader2');
  const entries = page.getByRole('navigation', { name: 'Разделы' }).getByRole('link');
  const names = [
    'Баланс',
    'Апелляции',
    'Выплаты',
    'Заказы',
    'Кабинеты',
    'Реквизиты',
    'Транзакции',
    'Выписка',
    'Аналитика',
    'Вывод USDT',
    'Уведомления',
    'Пинги',
    'Журнал',
    'Участники',
  ];
  // What waits is counted beside its name.
  await expect(entries).toHaveText(names.map((name) => new RegExp(`^${name}(?:\\d|$)`)));
  const width = () =>
    page.getByRole('navigation', { name: 'Разделы' }).evaluate((node) => node.getBoundingClientRect().width);
  await expect.poll(width).toBeGreaterThan(180);
  await page.setViewportSize({ width: 1000, height: 900 });
  await expect.poll(width).toBeLessThan(80);
  await settle(page);
  await expectSound(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(entries.first()).toBeHidden();
  await page.getByRole('button', { name: 'Меню', exact: true }).click();
  await entries.filter({ hasText: 'Заказы' }).click();
  await expect(page).toHaveURL('/orders');
  await expect(entries.first()).toBeHidden();
});

test('every section of the strip is reached in a low window, and its name is beside it', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 500 });
  await fillSignIn(page, ACCOUNTS.operator);
  const entries = page.getByRole('navigation', { name: 'Разделы' }).getByRole('link');
  await expect(entries.filter({ hasText: 'Журнал' })).toHaveCount(1);
  const last = entries.last();
  await last.hover();
  const icon = await last.boundingBox();
  const button = await page.getByRole('button', { name: 'Развернуть' }).boundingBox();
  expect((icon?.y ?? Infinity) + (icon?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0);
  const name = await last.evaluate((link) => Number.parseFloat(getComputedStyle(link, '::after').top));
  expect(Math.abs(name - (icon?.y ?? 0))).toBeLessThan(12);
  await last.click();
  await expect(last).toHaveAttribute('aria-current', 'page');
});

test('an unknown path is an empty page inside the shell', async ({ page }) => {
  await signIn(page, 'merchant');
  await page.goto('/no/such/page');
  await expect(page.getByRole('navigation', { name: 'Разделы' })).toBeVisible();
  await expect(page.getByRole('main')).toHaveText('');
});

test('the header of the smallest phone keeps all it has on the screen', async ({ page }) => {
  await signIn(page, 'trader2');
  const change = async (path: string, fields: object) => {
    await page.route(`**${API_BASE}${path}`, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), ...fields } });
    });
  };
  await change(getMe.path, { username: 'konstantin.konstantinopolsko-preobrazhensky' });
  await change(getRate.path, { rate: '1234.5678', is_stale: true });
  const header = page.getByRole('banner');
  for (const language of ['ru', 'en']) {
    await page.addInitScript((chosen) => localStorage.setItem('kantor.language', chosen), language);
    for (const width of [360, 390, 768, 1024]) {
      await page.setViewportSize({ width, height: 760 });
      await page.goto('/pings');
      await expect(header.getByText(/1\s234,5678/)).toBeVisible();
      await settle(page);
      const places = await header.evaluate((node) =>
        [...node.children]
          .map((child) => child.getBoundingClientRect())
          .filter((box) => box.width > 0)
          .map(({ left, right }) => ({ left: Math.round(left), right: Math.round(right) })),
      );
      const where = `${language} at ${width} px: ${JSON.stringify(places)}`;
      expect(places.length, where).toBeGreaterThan(3);
      for (const [index, { left, right }] of places.entries()) {
        expect(left, where).toBeGreaterThanOrEqual(places[index - 1]?.right ?? 0);
        expect(right, where).toBeLessThanOrEqual(width);
      }
      const cut = await header.evaluate((node) =>
        [...node.querySelectorAll('button')]
          .filter((button) => button.scrollWidth > button.clientWidth + 1)
          .map(({ textContent }) => textContent),
      );
      expect(cut, where).toEqual([]);
    }
  }
});
