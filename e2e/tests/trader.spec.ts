import { toggleCabinet } from '@kantor/contract/plain/cabinet-routes.ts';
import { toggleRequisite } from '@kantor/contract/plain/requisite-routes.ts';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { pressAndAgree, signIn } from './people.ts';

const open = async (page: Page, section: string) => {
  await page.getByRole('navigation', { name: 'Разделы' }).getByRole('link', { name: section }).click();
  await expect(page.getByRole('heading', { level: 1, name: section })).toBeVisible();
  await expect(page.getByRole('table', { name: section })).toHaveAttribute('aria-busy', 'false');
};

const said = async (page: Page, text: string) => {
  await expect(page.getByText(text, { exact: true })).toBeVisible();
  // The next one must not be taken for it. It may go by itself at any moment, so there may be nothing left to close.
  const toast = page.locator('[aria-live] > div').filter({ hasText: text });
  await toast.getByRole('button', { name: 'Закрыть', exact: true }).evaluateAll((buttons: HTMLElement[]) => {
    for (const button of buttons) button.click();
  });
  await expect(page.getByText(text, { exact: true })).toHaveCount(0);
};

const isToggle = (url: string) =>
  [toggleCabinet, toggleRequisite].some(({ path }) => url.endsWith(path.slice(path.indexOf(':id') + 3)));

/** Clicks a switch, and waits for the server: the switch itself does not, and a reload would cut the call off. */
const flip = async (page: Page, control: Locator) => {
  const isOn = await control.isChecked();
  const saved = page.waitForResponse((answer) => isToggle(answer.url()));
  await control.click();
  await expect(control).toBeChecked({ checked: !isOn });
  expect((await saved).ok()).toBe(true);
};

/** In Moscow, so many hours from now: nothing is switched by the clock while the test runs. */
const inHours = (hours: number) => {
  const at = new Date(Date.now() + hours * 3600_000);
  return at.toLocaleTimeString('ru-RU', { timeZone: 'Europe/Moscow', hour: '2-digit', minute: '2-digit' });
};

test('a trader sets up a cabinet and a requisite, runs them, and sees the reports of their phones', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  await signIn(page, 'trader2');
  const stamp = Date.now().toString(36);
  const cabinet = `Телефон ${stamp}`;
  const requisite = `Реквизит ${stamp}`;

  // A cabinet: an empty field gets its sentence beside it; then the cabinet is created, switched off.
  await open(page, 'Кабинеты');
  await page.getByRole('link', { name: 'Добавить кабинет' }).click();
  await expect(page.getByText('Выключен')).toBeVisible();
  await expect(page.getByLabel('Реквизиты')).toBeDisabled();
  await expect(page.getByLabel('Реквизиты')).toContainText('Только после создания');
  await page.getByRole('button', { name: 'Создать кабинет' }).click();
  await said(page, 'Не удалось создать кабинет');
  await expect(page.getByLabel('Название')).toHaveAccessibleDescription('Заполните это поле');
  await page.getByLabel('Название').fill(cabinet);
  await page.getByLabel('Телефон').fill('+79991112233');
  await page.getByLabel('Телефон').press('Enter');
  await expect(page).toHaveURL(/\/cabinets\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Кабинет ${cabinet}`);
  const cabinetPage = page.url();

  // A requisite: the bank is the server's to ask for; numbers are grouped while they are typed.
  await open(page, 'Реквизиты');
  await page.getByRole('link', { name: 'Добавить реквизиты' }).click();
  await page.getByRole('button', { name: 'Создать реквизит' }).click();
  await said(page, 'Не удалось создать реквизит');
  await expect(page.getByLabel('Банк')).toHaveAccessibleDescription('Выберите банк');
  await page.getByLabel('Название').fill(requisite);
  await page.getByLabel('ФИО').fill('Константинопольская Александра Владиславовна');
  await page.getByLabel('Банк').selectOption({ label: 'Сбербанк' });
  await page.getByLabel('Телефон').fill('+79991112233');
  await page.getByLabel('Последние 4 цифры карты').fill('4321');
  await page.getByLabel('Принимать СБП').click();
  await page.getByLabel('Минимальная сумма сделки').pressSequentially('1000');
  await page.getByLabel('Максимальная сумма сделки').pressSequentially('150000');
  await expect(page.getByLabel('Максимальная сумма сделки')).toHaveValue('150\u00a0000');
  await page.getByRole('button', { name: 'Создать реквизит' }).click();
  await expect(page).toHaveURL(/\/requisites\/[0-9a-f-]{36}$/);
  await expect(page.getByLabel('Максимальная сумма сделки')).toHaveValue('150\u00a0000');

  // Its schedule; and leaving with something unsaved asks.
  await page.getByLabel('Работать по расписанию').click();
  await page.getByLabel('Время включения').fill(inHours(6));
  await page.getByRole('main').getByRole('link', { name: 'Закрыть' }).click();
  await expect(page.getByRole('dialog', { name: 'Уйти без сохранения?' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Остаться' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page.getByLabel('Время выключения')).toBeFocused();
  await expect(page.getByLabel('Время выключения')).toHaveAccessibleDescription('Укажите время выключения');
  await expect(page.getByText('Не удалось сохранить данные')).toBeVisible();
  await said(page, 'Ошибка обновления данных');
  await page.getByLabel('Время выключения').fill(inHours(12));
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await said(page, 'Данные обновлены!');
  await page.getByRole('button', { name: 'Ещё действия с реквизитом' }).click();
  await pressAndAgree(page, page.getByRole('button', { name: 'Сбросить счётчик сделок' }), 'Сбросить');
  await said(page, 'Счетчик сделок сброшен!');

  // The cabinet takes the requisite.
  await page.goto(cabinetPage);
  await page.getByRole('combobox', { name: 'Реквизиты' }).click();
  await page.getByRole('option', { name: requisite }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option')).toHaveCount(0);
  await expect(page.getByText(requisite, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await said(page, 'Данные обновлены!');
  await page.getByRole('button', { name: 'Показать QR-код' }).click();
  const qr = page.getByRole('dialog').getByRole('img', { name: 'QR-код для подключения телефона' });
  await expect.poll(() => qr.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(50);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Показать QR-код' })).toBeFocused();

  // Its switch is in the list of requisites, and what was switched stays so.
  await open(page, 'Реквизиты');
  const row = page.getByRole('row').filter({ hasText: requisite });
  await expect(row).toContainText(cabinet);
  const active = row.getByRole('switch');
  const before = await active.isChecked();
  await flip(page, active);
  await page.reload();
  await expect(active).toBeChecked({ checked: !before });

  // A running cabinet of the demo: switched, and its counters reset.
  await open(page, 'Кабинеты');
  const running = page.getByRole('row').filter({ hasText: 'POCO M5' });
  const works = running.getByRole('switch');
  await flip(page, works);
  await flip(page, works);
  await running.getByRole('button', { name: 'Сбросы кабинета POCO M5' }).click();
  await pressAndAgree(page, running.getByRole('button', { name: 'Сбросить счётчик сделок: POCO M5' }), 'Сбросить');
  await said(page, 'Счетчик сделок сброшен!');
  await running.getByRole('button', { name: 'Сбросы кабинета POCO M5' }).click();
  await pressAndAgree(page, running.getByRole('button', { name: 'Сбросить сумму сделок: POCO M5' }), 'Сбросить');
  await said(page, 'Сумма сделок сброшена!');
  await open(page, 'Реквизиты');
  await expect(page.getByRole('row').filter({ hasText: 'Альфа 2' }).getByRole('cell').nth(7)).toContainText('0,00');

  // The requisite goes to the archive, the cabinet is blocked forever.
  await page.getByRole('link', { name: requisite }).first().click();
  await page.getByRole('button', { name: 'Ещё действия с реквизитом' }).click();
  await page.getByRole('button', { name: 'В архив' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'В архив' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Реквизиты' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: requisite })).toHaveCount(0);
  await page.goto(cabinetPage);
  await page.getByRole('button', { name: 'Заблокировать навсегда' }).click();
  const question = page.getByRole('dialog', { name: `Заблокировать кабинет «${cabinet}» навсегда?` });
  await expect(question.getByRole('button', { name: 'Заблокировать навсегда' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Кабинет заблокирован навсегда')).toBeVisible();
  await expect(page.getByText('Заблокирован', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Название')).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Сохранить' })).toHaveCount(0);

  // Data from the chain and from the phones.
  await open(page, 'Транзакции');
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await expect(page.getByRole('region', { name: 'Исходные данные' })).toContainText('"txID"');
  await open(page, 'Уведомления');
  // However many messages have come that pay nothing.
  await page.getByRole('combobox').selectOption('100');
  const paid = page.getByRole('row').filter({ hasText: /[0-9a-f]{8}-[0-9a-f]…[0-9a-f]{7}/ });
  await paid.first().getByRole('link').first().click();
  await expect(page.getByRole('region', { name: 'Исходный запрос' })).toContainText('"text"');
  await page.getByRole('main').getByRole('link', { name: '…' }).click();
  await expect(page).toHaveURL(/\/orders\/[0-9a-f-]{36}$/);
  await open(page, 'Пинги');
  // Their other phones may have pinged since.
  await expect(
    page
      .getByRole('row')
      .filter({ hasText: /POCO M5|Honor X8/ })
      .first(),
  ).toBeVisible();
  expect(complaints).toEqual([]);
});

test('screens of another role are empty pages at their own addresses', async ({ page }) => {
  await signIn(page, 'merchant');
  for (const path of ['/cabinets', '/cabinets/new', '/requisites', '/transactions', '/notifications', '/pings']) {
    await page.goto(path);
    await expect(page.getByRole('navigation', { name: 'Разделы' })).toBeVisible();
    await expect(page.getByRole('main')).toHaveText('');
  }
});
