import { expect, type Locator, type Page, test } from '@playwright/test';
import { ACCOUNTS } from '@kantor/demo/accounts.ts';
import { drawReceipt } from '@kantor/demo/receipt.ts';
import { figure, ownFunds } from './figure.ts';
import { fillSignIn, signIn } from './people.ts';
import { expectSound } from './sound.ts';

/** A picture that is large enough to be read. */
const PNG = Buffer.from(drawReceipt());

const balance = async (page: Page, label: string) => {
  await page.goto('/balance');
  await expect(page.getByRole('heading', { level: 1, name: 'Баланс' })).toBeVisible();
  return figure(page, label);
};

/**
 * Double-clicks a button that makes a call. Its answer waits for the second click, which would otherwise meet what the answer has
 * put in the button's place.
 * @returns how often the call was made.
 */
async function doubleClick(page: Page, button: Locator, call: string): Promise<number> {
  let calls = 0;
  const clicked = Promise.withResolvers<void>();
  await page.route(`**/${call}/`, async (route) => {
    calls += 1;
    await clicked.promise;
    await route.continue();
  });
  const answer = page.waitForResponse(`**/${call}/`);
  await button.dblclick();
  clicked.resolve();
  await answer;
  await page.unroute(`**/${call}/`);
  return calls;
}

test('a payout goes from the merchant to a trader and back, with its proof and its money', async ({
  page,
  browser,
}) => {
  test.setTimeout(300_000);
  const merchant = page;
  const trader = await (await browser.newContext()).newPage();
  await signIn(merchant, 'merchant');
  await signIn(trader, 'trader');
  const merchantHad = await balance(merchant, 'Баланс USDT');
  const traderHad = await ownFunds(trader);
  const traderEarned = await figure(trader, 'Баланс заработка');

  await merchant.goto('/payments/new');
  await merchant.getByLabel('Сумма').fill('4321');
  await merchant.getByLabel('ФИО').fill('Иванов Пётр');
  await merchant.getByLabel('Номер счёта').fill('40817810099910004312');
  await merchant.getByRole('button', { name: 'Сохранить' }).click();
  await merchant.getByRole('dialog').getByRole('button', { name: 'Создать выплату' }).click();
  await expect(merchant).toHaveURL('/payments');

  // The trader sees it, not yet whom it is for, and takes it.
  await trader.goto('/payments');
  await trader.getByRole('row').filter({ hasText: '4 321,00' }).click();
  // The list says 'Открыт', too.
  await expect(trader).toHaveURL(/\/payments\/[\da-f-]{36}$/);
  await expect(trader.getByRole('main').getByText('Открыт').first()).toBeVisible();
  await expect(trader.getByText('Иванов Пётр')).toHaveCount(0);
  const address = trader.url();
  expect(await doubleClick(trader, trader.getByRole('button', { name: 'Взять в работу' }), 'take_on_work')).toBe(1);
  await expect(trader.getByText('Выплата взята в работу!')).toBeVisible();
  await expect(trader.getByText('Ошибка действия')).toHaveCount(0);
  await expect(trader.getByText('Иванов Пётр')).toBeVisible();

  // Given up and taken again.
  await trader.getByRole('button', { name: 'Отказаться' }).click();
  await trader.getByRole('dialog').getByRole('button', { name: 'Отказаться' }).click();
  await expect(trader.getByText('Выплата отказана!')).toBeVisible();
  await trader.getByRole('button', { name: 'Взять в работу' }).click();
  await expect(trader.getByRole('button', { name: 'Подтвердить' })).toBeDisabled();

  // The merchant can no longer call it off.
  await merchant.goto(address);
  await expect(merchant.getByRole('main').getByText('В работе').first()).toBeVisible();
  await expect(merchant.getByRole('button', { name: 'Отменить выплату' })).toHaveCount(0);

  // The server refuses a file that is no picture, and keeps a picture.
  const file = trader.getByLabel(/^Файл: png/);
  await file.setInputFiles({ name: 'чек.png', mimeType: 'image/png', buffer: Buffer.from('none') });
  await trader.getByRole('button', { name: 'Сохранить' }).click();
  await expect(trader.getByText('Ошибка загрузки фото')).toBeVisible();
  await expect(trader.getByRole('main').getByText('Подходят только файлы png, jpeg и pdf')).toBeVisible();
  await file.setInputFiles({ name: 'чек.png', mimeType: 'image/png', buffer: PNG });
  await trader.getByRole('button', { name: 'Сохранить' }).click();
  await expect(trader.getByText('Фото успешно загружено!')).toBeVisible();

  await trader.getByRole('button', { name: 'Подтвердить' }).click();
  const question = trader.getByRole('dialog');
  await expect(question).toContainText('4 321,00 ₽');
  await question.getByRole('button', { name: 'Подтвердить' }).click();
  await expect(trader.getByText('Выплата подтверждена!')).toBeVisible();
  await expect(trader.getByRole('main').getByText('Выполнен').first()).toBeVisible();

  // The merchant sees it done, with the proof.
  await merchant.goto(address);
  await expect(merchant.getByRole('main').getByText('Выполнен').first()).toBeVisible();
  const download = merchant.waitForEvent('download');
  const proof = merchant.getByRole('link', { name: 'чек.png' });
  await proof.evaluate((link) => link.removeAttribute('target'));
  await proof.click();
  expect((await download).suggestedFilename()).toBe('чек.png');

  // The money: a fee and the payout from one, the payout and a reward to the other, held or already settled.
  const usdt = Number(
    (
      await merchant
        .locator('dd')
        .filter({ hasText: /\sUSDT$/ })
        .first()
        .innerText()
    )
      .replaceAll(/[^\d,]/g, '')
      .replace(',', '.'),
  );
  expect(usdt).toBeGreaterThan(0);
  const paid = merchantHad - (await balance(merchant, 'Баланс USDT'));
  expect(paid).toBeGreaterThanOrEqual(usdt - 0.02);
  expect(paid).toBeLessThan(usdt * 1.1);
  await trader.goto('/balance');
  const has = (await ownFunds(trader)) + (await figure(trader, 'Баланс заработка'));
  const gained = has - traderHad - traderEarned;
  expect(gained).toBeGreaterThanOrEqual(usdt - 0.05);
  expect(gained).toBeLessThan(usdt * 1.1);
});

/** Goes to an open appeal of the trader's, if they have one. */
async function toOpenAppeal(page: Page): Promise<boolean> {
  await page.goto('/appeals?page_size=100');
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
  const open = page.getByRole('table').getByText('у трейдера').first();
  if (!(await open.isVisible())) return false;
  await open.click();
  await expect(page.getByRole('button', { name: 'Подтвердить' })).toBeEnabled();
  return true;
}

test('one appeal is confirmed, another declined, contested and decided by the operator', async ({ page, browser }) => {
  test.setTimeout(300_000);
  const other = await (await browser.newContext()).newPage();
  await signIn(page, 'trader');
  await signIn(other, 'trader2');
  // The demo has two open appeals; whose they are is drawn by lot.
  const openOne = async () => {
    for (const trader of [page, other]) if (await toOpenAppeal(trader)) return trader;
    throw new Error('The demo has no open appeal');
  };
  const becomes = async (trader: Page, status: string, orderStatus: RegExp) => {
    await expect(trader.getByRole('main').getByText(status, { exact: true }).first()).toBeVisible();
    await expect(trader.getByRole('button', { name: 'Подтвердить' })).toBeDisabled();
    await expect(trader.getByRole('button', { name: 'Отклонить' })).toHaveCount(0);
    await trader.locator('dd').getByRole('link').first().click();
    await expect(trader).toHaveURL(/\/orders\//);
    await expect(trader.getByRole('main').getByText(orderStatus).first()).toBeVisible();
  };

  const first = await openOne();
  await first.getByRole('button', { name: 'Подтвердить' }).click();
  await first.getByRole('dialog').getByLabel('Без сообщения: выписка').check();
  const confirm = first.getByRole('dialog').getByRole('button', { name: 'Подтвердить' });
  expect(await doubleClick(first, confirm, 'confirm')).toBe(1);
  await expect(first.getByText('Апелляция подтверждена!')).toBeVisible();
  await expect(first.getByText('Ошибка подтверждения')).toHaveCount(0);
  await becomes(first, 'Обработана', /^Закрыт$/);

  const second = await openOne();
  await second.getByRole('button', { name: 'Отклонить' }).click();
  const declining = second.getByRole('dialog');
  await declining.getByLabel('Причина').selectOption({ label: 'Нет поступления' });
  await declining.locator('input[type=file]').setInputFiles({ name: 'bank.png', mimeType: 'image/png', buffer: PNG });
  await declining.getByRole('button', { name: 'Отклонить' }).click();
  await expect(second.getByText('Апелляция отклонена!')).toBeVisible();
  // The merchant's turn: it is open, and the trader has nothing more to decline.
  await expect(second.getByText('Отклонена: ждёт ответа мерчанта')).toBeVisible();
  await expect(second.getByRole('button', { name: 'Отклонить' })).toHaveCount(0);
  const { pathname } = new URL(second.url());

  const merchant = await (await browser.newContext()).newPage();
  await signIn(merchant, 'merchant');
  await merchant.goto(pathname);
  await expect(merchant.getByText('Нет поступления').first()).toBeVisible();
  await expectSound(merchant);
  await merchant.getByRole('button', { name: 'Оспорить' }).click();
  const contesting = merchant.getByRole('dialog');
  await contesting.getByLabel('С чем вы не согласны').fill('Деньги ушли, чек приложен');
  await contesting.getByRole('button', { name: 'Оспорить' }).click();
  await expect(merchant.getByText('Отказ оспорен').first()).toBeVisible();

  // It is the trader's again, who sees what was said, and leaves it to the operator.
  await expect(second.getByText('Ждёт ответа трейдера')).toBeVisible();
  await expect(second.getByText('Деньги ушли, чек приложен')).toBeVisible();
  await second.getByRole('button', { name: 'К оператору' }).click();
  await second.getByRole('dialog').getByRole('button', { name: 'К оператору' }).click();
  await expect(second.getByText('Решает оператор')).toBeVisible();
  await expectSound(second);

  const operator = await (await browser.newContext()).newPage();
  await fillSignIn(operator, ACCOUNTS.operator);
  await operator.goto(`/platform${pathname}`);
  await expect(operator.getByText('Деньги ушли, чек приложен').first()).toBeVisible();
  await operator.getByRole('button', { name: /^Отклонить/ }).click();
  const deciding = operator.getByRole('dialog');
  await deciding.getByLabel('Причина').selectOption({ label: 'Чек поддельный' });
  await deciding.getByRole('button', { name: 'Что изменится' }).click();
  await operator.getByRole('dialog').getByRole('button', { name: 'Отклонить' }).click();
  await expect(second.getByText('Закрыта', { exact: true }).first()).toBeVisible();
  await expect(merchant.getByText('Чек поддельный').first()).toBeVisible();
});
