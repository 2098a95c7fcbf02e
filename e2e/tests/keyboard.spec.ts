import { drawReceipt } from '@kantor/demo/receipt.ts';
import { type Locator, expect, type Page, test } from '@playwright/test';
import { signIn } from './people.ts';

// Every flow by keyboard alone: no mouse after the sign-in form, which is typed as well.

/** Tabs until the control has the focus, as a person without a mouse does. */
async function reach(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  for (let i = 0; i < 80; i += 1) {
    if (await control.evaluate((node) => node === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(control).toBeFocused();
}

const press = async (page: Page, control: Locator, key = 'Enter') => {
  await expect(control).toBeEnabled();
  await reach(page, control);
  await page.keyboard.press(key);
};

const type = async (page: Page, label: string | RegExp, text: string) => {
  const name = { name: label };
  await reach(page, page.getByRole('textbox', name).or(page.getByRole('searchbox', name)));
  await page.keyboard.type(text);
};

/** Takes the first of what a select offers, once it is there. */
const chooseFirst = async (page: Page, label: string) => {
  const select = page.getByLabel(label);
  await expect(select.locator('option:not([value=""])').first()).toBeAttached();
  await reach(page, select);
  await page.keyboard.press('ArrowDown');
};

const go = async (page: Page, section: string) => {
  await press(page, page.getByRole('navigation', { name: 'Разделы' }).getByRole('link', { name: section }));
  await expect(page.getByRole('heading', { level: 1, name: section })).toBeVisible();
  await expect(page.getByRole('table', { name: section })).toHaveAttribute('aria-busy', 'false');
};

const PNG = Buffer.from(drawReceipt());

test('a merchant adds a wallet, withdraws, and offers a payout; a trader takes it, proves it and confirms', async ({
  page,
  browser,
}) => {
  test.setTimeout(300_000);
  await signIn(page, 'merchant');
  await go(page, 'Кошельки');
  await press(page, page.getByRole('button', { name: 'Добавить кошелёк' }));
  await type(page, 'Номер кошелька', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await go(page, 'Вывод');
  await press(page, page.getByRole('link', { name: 'Создать вывод' }));
  await type(page, 'Сумма в USDT', '13');
  await chooseFirst(page, 'Кошелёк');
  await press(page, page.getByRole('button', { name: 'Сохранить' }));
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Вывести' }));
  await expect(page).toHaveURL('/withdrawals');

  await go(page, 'Выплаты');
  await press(page, page.getByRole('link', { name: 'Создать выплату' }));
  await type(page, 'Сумма', '4567');
  await type(page, 'ФИО', 'Ли Ян');
  await press(page, page.getByRole('switch', { name: 'СБП' }), 'Space');
  await type(page, 'Телефон', '+79990001122');
  await press(page, page.getByRole('button', { name: 'Сохранить' }));
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Создать выплату' }));
  await expect(page).toHaveURL('/payments');

  const trader = await (await browser.newContext()).newPage();
  await signIn(trader, 'trader2');
  await go(trader, 'Выплаты');
  await press(trader, trader.getByRole('row').filter({ hasText: '4 567,00' }).getByRole('link').first());
  await press(trader, trader.getByRole('button', { name: 'Взять в работу' }));
  await expect(trader.getByText('Выплата взята в работу!')).toBeVisible();
  const chosen = trader.waitForEvent('filechooser');
  await press(trader, trader.locator('input[type=file]'), 'Space');
  await (await chosen).setFiles({ name: 'чек.png', mimeType: 'image/png', buffer: PNG });
  await press(trader, trader.getByRole('button', { name: 'Сохранить' }));
  await expect(trader.getByText('Фото успешно загружено!')).toBeVisible();
  await press(trader, trader.getByRole('button', { name: 'Подтвердить' }));
  await press(trader, trader.getByRole('dialog').getByRole('button', { name: 'Подтвердить' }));
  await expect(trader.getByText('Выплата подтверждена!')).toBeVisible();
});

test('a trader switches traffic, a requisite and a cabinet, makes both anew, and filters their orders', async ({
  page,
}) => {
  test.setTimeout(300_000);
  await signIn(page, 'trader2');
  await press(page, page.getByRole('button', { name: 'Трафик включён' }));
  await expect(page.getByRole('button', { name: 'Трафик выключен' })).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Трафик выключен' }));
  await expect(page.getByRole('button', { name: 'Трафик включён' })).toBeVisible();

  await go(page, 'Реквизиты');
  const toggle = page.getByRole('row').nth(1).getByRole('switch');
  const was = await toggle.isChecked();
  await press(page, toggle, 'Space');
  await expect(toggle).toBeChecked({ checked: !was });
  await press(page, toggle, 'Space');
  await expect(toggle).toBeChecked({ checked: was });
  await press(page, page.getByRole('link', { name: 'Добавить реквизиты' }));
  await type(page, 'Название', 'С клавиатуры');
  await chooseFirst(page, 'Банк');
  await press(page, page.getByRole('button', { name: 'Создать реквизит' }));
  await expect(page).toHaveURL(/\/requisites\/[0-9a-f-]{36}$/);

  await go(page, 'Кабинеты');
  await press(page, page.getByRole('link', { name: 'Добавить кабинет' }));
  await type(page, 'Название', 'С клавиатуры');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/cabinets\/[0-9a-f-]{36}$/);
  await press(page, page.getByRole('button', { name: 'Показать QR-код' }));
  await expect(page.getByRole('dialog').getByRole('img')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await press(page, page.getByRole('button', { name: 'Заблокировать навсегда' }));
  // Enter would do it; Escape leaves.
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Заблокировать навсегда' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await go(page, 'Заказы');
  await type(page, 'Поиск по реквизиту', 'Сбер');
  await expect(page).toHaveURL(/id=/);
  await press(
    page,
    page.getByRole('button', { name: 'Меню пользователя' }).or(page.getByTitle('Меню пользователя')).first(),
  );
  await press(page, page.getByRole('button', { name: 'Выйти' }));
  await expect(page).toHaveURL(/\/login/);
});
