import { API_BASE, listOrders } from '@kantor/contract/plain/routes.ts';
import { expect, type Page, test } from '@playwright/test';
import { signIn } from './people.ts';
import { settle } from './sound.ts';

test.beforeEach(({ page }) => signIn(page, 'merchant'));

test('the address is the state of the list: Back brings it back, with the place on the page', async ({ page }) => {
  await page.goto('/orders');
  await page.getByText('Закрытые', { exact: true }).click();
  await expect(page).toHaveURL('/orders?status=CLOSED');
  // The screen follows its address by a moment.
  await expect(page.getByRole('button', { name: 'Закрытые' })).toHaveAttribute('aria-pressed', 'true');
  const second = page.getByRole('link', { name: 'Страница 2' });
  await second.click();
  await expect(page).toHaveURL('/orders?page=2&status=CLOSED');
  await expect(second).toHaveAttribute('aria-current', 'page');
  // The rows of the first page stay until those of the second have come.
  await expect(page.getByRole('table', { name: 'Заказы' })).toHaveAttribute('aria-busy', 'false');
  const row = page.getByRole('row').nth(25);
  await row.scrollIntoViewIfNeeded();
  await settle(page);
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

test('filters, columns and a view of them are had by the keyboard; the view opens from the menu until it is removed', async ({
  page,
}) => {
  /** Goes to a control and presses it, as one does without a pointer. */
  const press = async (name: string | RegExp, exact = true) => {
    const control = page.getByRole('button', { name, exact });
    await control.focus();
    await page.keyboard.press('Enter');
  };
  await page.goto('/orders');
  await press('Ещё фильтры');
  await page.getByLabel('Метод').selectOption({ label: 'СБП' });
  await expect(page).toHaveURL('/orders?method=sbp');
  // What the filters leave, by one question: the tab and the line under the list.
  const all = page.getByRole('button', { name: 'Все', exact: true });
  const line = page.getByText(/^По фильтру, /);
  // Until it is answered the tab may still say what there was before.
  await expect(async () => {
    const count = (await all.innerText()).replace(/\D/g, '');
    expect(count).not.toBe('');
    expect((await line.innerText()).replace(/\D/g, '')).toBe(count);
  }).toPass();

  await press('Вид');
  await press('Колонки…');
  const columns = page.getByRole('dialog', { name: 'Колонки' });
  await columns.getByRole('checkbox', { name: 'Банк' }).focus();
  await page.keyboard.press('Space');
  await press('Выше: Статус');
  await expect(columns.getByRole('button', { name: 'Выше: Статус' })).toBeFocused();
  await press('Показать');
  await expect(page).toHaveURL(/^[^?]*\/orders\?method=sbp&columns=/);
  await expect(page.getByRole('columnheader', { name: 'Банк' })).toHaveCount(0);
  // The keyboard is where it was.
  await expect(page.getByRole('button', { name: 'Вид', exact: true })).toBeFocused();
  const { search } = new URL(page.url());

  await press('Вид');
  await press('Сохранить вид…');
  await page.getByLabel('Название').fill('Утренний просмотр');
  await page.getByLabel('Открывать этот вид первым').check();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('link', { name: /^Выплаты/ }).click();
  await page
    .getByRole('link', { name: /^Заказы/ })
    .first()
    .click();
  await expect.poll(() => new URL(page.url()).search).toBe(search);

  await press('Сбросить');
  await expect(page).toHaveURL(/\/orders\?columns=/);
  await press('Вид');
  await press('Управлять видами…');
  await press(/^Действия с видом/);
  await press('Удалить…');
  await press('Удалить');
  await expect(page.getByText('Сохранённых видов больше нет.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.goto('/orders');
  await expect(page.getByRole('table', { name: 'Заказы' })).toHaveAttribute('aria-busy', 'false');
  await expect(page).toHaveURL('/orders');
});

/** Keeps every answer with a list of orders back until it is let go. */
const holdLists = async (page: Page) => {
  const held = Promise.withResolvers<void>();
  await page.route(`**${API_BASE}${listOrders.path}?*`, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
};

for (const width of [390, 1440]) {
  test(`what is awaited at ${width} px has the shape of what comes`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const letGo = await holdLists(page);
    await page.goto('/orders');
    const row = page.getByRole('row').nth(2);
    const shapeOf = async (content: string) => {
      const [outer, boxes] = await Promise.all([
        row.boundingBox(),
        row.locator(content).evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON() as DOMRect)),
      ]);
      if (!outer) throw new Error('The row is not shown');
      const seen = boxes.filter(({ width: wide }) => wide > 0);
      return {
        ...outer,
        left: Math.min(...seen.map(({ left }) => left)),
        right: Math.max(...seen.map((box) => box.right)),
      };
    };
    await expect(page.getByRole('table', { name: 'Заказы' })).toHaveAttribute('aria-busy', 'true');
    await expect(row.getByRole('cell').first().locator('span')).toBeVisible();
    const awaited = await shapeOf('td > span');
    expect(awaited.left).toBeGreaterThanOrEqual(awaited.x + 12);
    expect(awaited.right).toBeLessThanOrEqual(awaited.x + awaited.width - 12);
    if (width === 390) {
      const narrowest = await row
        .locator('td > span')
        .evaluateAll((all) =>
          Math.min(...all.filter((each) => each.checkVisibility()).map((each) => each.clientWidth)),
        );
      expect(narrowest).toBeGreaterThanOrEqual(60);
    }
    letGo();
    await expect(page.getByRole('table', { name: 'Заказы' })).toHaveAttribute('aria-busy', 'false');
    expect(Math.abs((await shapeOf('td > a')).height - awaited.height)).toBeLessThanOrEqual(1);
  });
}

test.describe('the place on a page whose rows are still to come', () => {
  const scrollY = (page: Page) => page.evaluate(() => window.scrollY);
  let place: number;
  test.beforeEach(async ({ page }) => {
    await page.goto('/orders?status=CLOSED');
    await page.getByRole('row').nth(25).scrollIntoViewIfNeeded();
    await settle(page);
    place = await scrollY(page);
    expect(place).toBeGreaterThan(0);
  });

  test('is found again after a reload', async ({ page }) => {
    const letGo = await holdLists(page);
    await page.reload();
    await expect(page.getByRole('table', { name: 'Заказы' })).toHaveAttribute('aria-busy', 'true');
    expect(await scrollY(page)).toBeLessThan(place);
    letGo();
    await expect.poll(() => scrollY(page)).toBe(place);
  });

  test('is found again by Back when the list was forgotten meanwhile', async ({ page }) => {
    // The test's own click would first scroll to where the link is in nobody's way.
    const link = page.getByRole('row').nth(25).getByRole('link').first();
    place = await link.evaluate((node: HTMLElement) => {
      const { scrollY: before } = window;
      node.click();
      return before;
    });
    expect(place).toBeGreaterThan(0);
    await expect(page).toHaveURL(/\/orders\/[0-9a-f-]{36}$/);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const letGo = await holdLists(page);
    await page.goBack();
    await expect(page.getByRole('table', { name: 'Заказы' })).toHaveAttribute('aria-busy', 'true');
    letGo();
    await expect.poll(() => scrollY(page)).toBe(place);
  });

  test('is left alone once one scrolls by oneself', async ({ page }) => {
    const letGo = await holdLists(page);
    await page.reload();
    await expect(page.getByRole('table', { name: 'Заказы' })).toHaveAttribute('aria-busy', 'true');
    // A wheel that was turned is not yet one that the page has heard.
    const heard = await page.evaluateHandle(() => {
      const wheel = new Promise((done) => addEventListener('wheel', done, { once: true, passive: true }));
      return { wheel };
    });
    await page.mouse.wheel(0, -1);
    await heard.evaluate(({ wheel }) => wheel.then(() => undefined));
    const before = await scrollY(page);
    letGo();
    await expect(page.getByRole('table', { name: 'Заказы' })).toHaveAttribute('aria-busy', 'false');
    // A page that grows is answered before its frame is painted.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    expect(await scrollY(page)).toBe(before);
  });
});

test('a part of an id finds its order; a search that finds nothing offers to be forgotten', async ({ page }) => {
  await page.goto('/orders');
  const link = page.getByRole('row').nth(3).getByRole('link').first();
  const id = (await link.getAttribute('href'))?.split('/').at(-1) ?? '';
  await page.getByPlaceholder('ID, номер магазина, сумма, •1234').fill(id);
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page).toHaveURL(`/orders?id=${id}`);
  await page.getByPlaceholder('ID, номер магазина, сумма, •1234').fill('нет такого');
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
  await expect(page.getByRole('table', { name: 'Заказы' })).toHaveAttribute('aria-busy', 'false');
  const opened = context.waitForEvent('page');
  await page.getByRole('row').nth(2).getByRole('cell').nth(3).click({ button: 'middle' });
  await expect(await opened).toHaveURL(/\/orders\/[0-9a-f-]{36}$/);
});
