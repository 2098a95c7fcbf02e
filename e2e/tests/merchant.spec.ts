import { expect, test } from '@playwright/test';
import { figure } from './figure.ts';
import { signIn } from './people.ts';

const TRON = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE';
const OTHER_CHAIN = '0x52908400098527886E0F7030069857D2E4169EE7';
const NOT_TRON = 'Такого адреса в сети TRON (TRC-20) нет';

test("a merchant's day: every screen, a wallet, a withdrawal and a payout", async ({ page }) => {
  test.setTimeout(300_000);
  const complaints: string[] = [];
  // The browser reports each refusal, too; one is wanted.
  const isWanted = (text: string) => text.includes('status of 400');
  page.on('console', (message) => {
    if (message.type() === 'error' && !isWanted(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  const section = (name: string) => page.getByRole('navigation', { name: 'Разделы' }).getByRole('link', { name });
  const heading = (name: string) => expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
  const table = (name: string) => page.getByRole('table', { name });
  const row = (text: string) => page.getByRole('row').filter({ hasText: text });

  await signIn(page, 'merchant');
  for (const card of ['Успешных сделок', 'Отмененных сделок', 'Сделок за сегодня', 'Активных аккаунтов']) {
    expect(await figure(page, card)).toBeGreaterThanOrEqual(0);
  }
  const before = await figure(page, 'Баланс USDT');

  // Appeals: one is found by its order, looked at and left.
  await section('Апелляции').click();
  await heading('Апелляции');
  await expect(page.getByText(/^Апелляций: \d/)).toBeVisible();
  const orderId = (await table('Апелляции').locator('tbody code').first().getAttribute('title')) ?? '';
  await page.getByPlaceholder('Поиск по Order ID').fill(orderId);
  await expect(page).toHaveURL(`/appeals?order_id=${orderId}`);
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('row').nth(1).getByRole('cell').nth(2).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Страница апелляции \(ID [0-9a-f-]{36}\)$/);
  await expect(page.getByRole('heading', { name: 'Подтверждение' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Подтвердить' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Закрыть' }).click();
  await expect(page).toHaveURL(`/appeals?order_id=${orderId}`);

  // Wallets: one that can receive USDT, and one that cannot.
  await section('Кошельки').click();
  await heading('Кошельки');
  await page.getByRole('button', { name: 'Добавить кошелёк' }).click();
  const number = page.getByRole('dialog').getByLabel('Номер кошелька');
  await number.fill(OTHER_CHAIN);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText(NOT_TRON);
  await number.fill(TRON);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(row(TRON).first()).toBeVisible();

  // A withdrawal.
  await section('Вывод').click();
  await page.getByRole('link', { name: 'Создать вывод' }).click();
  await heading('Новый вывод');
  const save = page.getByRole('button', { name: 'Сохранить' });
  await expect(save).toBeDisabled();
  await page.getByLabel('Сумма в USDT').fill('17');
  await page.getByLabel('Кошелёк').selectOption({ label: 'TQn9Y2khEs…5KcbLSE' });
  await save.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Вывести' }).click();
  await expect(page).toHaveURL('/withdrawals');
  await row('17,00').first().click();
  await expect(page.getByRole('main').getByText('Открыт').first()).toBeVisible();
  await expect(page.getByText(TRON)).toBeVisible();
  await expect(page.getByRole('main').getByText('17,00 USDT')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Вывод' }).click();
  await heading('Вывод');

  // A payout, made and called off.
  await section('Выплаты').click();
  await page.getByRole('link', { name: 'Создать выплату' }).click();
  await heading('Новая выплата');
  await page.getByLabel('Сумма').fill('1717');
  await page.getByLabel('ФИО').fill('Константинопольская Александра');
  await expect(page.getByText('Укажите телефон или номер счёта')).toBeVisible();
  await expect(save).toBeDisabled();
  await page.getByLabel('Телефон').fill('+7 900 123-45-67');
  await page.getByRole('switch', { name: 'СБП' }).check();
  await page.getByLabel('ФИО').press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Создать выплату' }).click();
  await expect(page).toHaveURL('/payments');
  await row('1 717,00').click();
  await page.getByRole('button', { name: 'Отменить выплату' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Отменить выплату' }).click();
  await expect(page).toHaveURL('/payments');
  await expect(row('1 717,00')).toContainText('Отменён');

  // The withdrawal is what is left of it on the balance, and in the history.
  await section('История операций').click();
  await heading('История операций');
  await expect(row('17,00').filter({ hasText: 'Списание' }).first()).toBeVisible();
  // The first row is the day's.
  await expect(page.getByRole('row').nth(2)).toContainText('Пополнение');
  await section('Баланс').click();
  await expect.poll(() => figure(page, 'Баланс USDT')).toBeCloseTo(before - 17, 1);

  await section('Заказы').click();
  await heading('Заказы');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  expect(complaints).toEqual([]);
});

test("a merchant at a trader's addresses sees an empty page", async ({ page }) => {
  await signIn(page, 'merchant');
  for (const path of ['/cabinets', '/requisites/new', '/transactions', '/notifications', '/pings']) {
    await page.goto(path);
    await expect(page.getByRole('navigation', { name: 'Разделы' })).toBeVisible();
    await expect(page.getByRole('main')).toHaveText('');
  }
});
