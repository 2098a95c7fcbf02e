import { expect, test } from '@playwright/test';
import { type Person, signIn } from './people.ts';
import { expectSound, settle } from './sound.ts';

const WIDTHS = [1440, 1024, 767, 390];
const SCHEMES = ['light', 'dark'] as const;

const SECTIONS = {
  trader2: ['appeals', 'payments', 'cabinets', 'requisites', 'transactions', 'notifications', 'pings'],
  merchant: ['appeals', 'withdrawals', 'payments', 'history', 'wallets', 'webhooks'],
} as const;

type Section = (typeof SECTIONS)[keyof typeof SECTIONS][number];

/** What a section has besides its list: a page for each row, and forms at addresses of their own. */
const SCREENS: Partial<Record<Section, { details?: true; forms?: string[] }>> = {
  appeals: { details: true },
  withdrawals: { details: true, forms: ['/withdrawals/new'] },
  // The form is for merchants; a trader's page there is empty, and has no heading to wait for.
  payments: { details: true },
  cabinets: { details: true, forms: ['/cabinets/new'] },
  requisites: { details: true, forms: ['/requisites/new'] },
  transactions: { details: true },
  notifications: { details: true },
};

for (const person of ['trader2', 'merchant'] as Person[] & (keyof typeof SECTIONS)[]) {
  for (const colorScheme of SCHEMES) {
    test(`every screen of ${person} is sound in ${colorScheme}, at every width`, async ({ browser }) => {
      test.setTimeout(180_000);
      const context = await browser.newContext({ colorScheme });
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(error.message));
      await signIn(page, person);
      await page.goto('/orders');
      const order = (await page.getByRole('row').nth(6).getByRole('link').first().getAttribute('href')) ?? '';
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        for (const path of ['/balance', '/orders', order]) {
          await page.goto(path);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await settle(page);
          await expectSound(page);
        }
      }
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        for (const section of SECTIONS[person]) {
          await page.goto(`/${section}`);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await settle(page);
          await expectSound(page);
          const { details, forms } = { details: false, forms: [], ...SCREENS[section] };
          const first = page.locator('tbody a[data-row-link]').first();
          const paths = [
            ...forms,
            ...(section === 'payments' && person === 'merchant' ? ['/payments/new'] : []),
            ...(details ? [(await first.getAttribute('href')) ?? ''] : []),
          ];
          for (const path of paths) {
            await page.goto(path);
            await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
            await settle(page);
            await expectSound(page);
          }
        }
      }
      expect(complaints).toEqual([]);
      await context.close();
    });
  }
}

test('the sign-in screen is sound in both themes, wide and narrow', async ({ browser }) => {
  for (const colorScheme of SCHEMES) {
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
  await expect(entries).toHaveText([
    'Баланс',
    'Апелляции',
    'Выплаты',
    'Заказы',
    'Кабинеты',
    'Реквизиты',
    'Транзакции',
    'Уведомления',
    'Пинги',
  ]);
  const width = () =>
    page.getByRole('navigation', { name: 'Разделы' }).evaluate((node) => node.getBoundingClientRect().width);
  expect(await width()).toBeGreaterThan(180);
  await page.setViewportSize({ width: 1000, height: 900 });
  await expect.poll(width).toBeLessThan(80);
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(entries.first()).toBeHidden();
  await page.getByRole('button', { name: 'Меню', exact: true }).click();
  await entries.filter({ hasText: 'Заказы' }).click();
  await expect(page).toHaveURL('/orders');
  await expect(entries.first()).toBeHidden();
});

test('an unknown path is an empty page inside the shell', async ({ page }) => {
  await signIn(page, 'merchant');
  await page.goto('/no/such/page');
  await expect(page.getByRole('navigation', { name: 'Разделы' })).toBeVisible();
  await expect(page.getByRole('main')).toHaveText('');
});
