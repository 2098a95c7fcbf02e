import { randomUUID } from 'node:crypto';
import { idempotencyKey } from '@kantor/contract/client.ts';
import { listApiKeys } from '@kantor/contract/plain/routes.ts';
import { getMerchantBalance } from '@kantor/contract/wire/merchant-account.ts';
import { cancelMerchantPayout, createMerchantPayout } from '@kantor/contract/wire/merchant-payouts.ts';
import { expect, type Page, test } from '@playwright/test';
import { asMerchant, testedServer } from './api.ts';
import { signIn } from './people.ts';
import { expectSound, settle } from './sound.ts';

/** Its own each time the test is tried, for a key that is revoked stays in the list. */
const NAME = `Сервер магазина ${randomUUID().slice(0, 4)}`;

const open = async (page: Page) => {
  await page.getByRole('navigation', { name: 'Разделы' }).getByRole('link', { name: 'Разработчику' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Разработчику' })).toBeVisible();
  await settle(page);
};
const part = async (page: Page, name: string) => {
  await page.getByRole('navigation', { name: 'Разделы страницы' }).getByRole('link', { name }).click();
  await settle(page);
};
const keys = (page: Page) => page.getByRole('table', { name: 'Ключи API' });
const journal = (page: Page) => page.getByRole('table', { name: 'Журнал' });

/** Types at once: right after the click the field has the focus. */
const startKey = async (page: Page) => {
  await expect(page.getByRole('dialog').getByLabel('Название')).toBeFocused();
  await page.keyboard.type(NAME);
  await page.keyboard.press('Enter');
};

const addAddress = async (page: Page, address: string) => {
  await page.getByRole('button', { name: 'Добавить адрес' }).click();
  await page.getByRole('dialog').getByLabel('Адрес').fill(address);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
};

test('a merchant makes a key, uses it, receives webhooks, and revokes the key', async ({ page, request }) => {
  test.setTimeout(300_000);
  await signIn(page, 'merchant');
  await open(page);
  await expectSound(page);

  await part(page, 'Ключи');
  // The key is shown once, by keyboard, and is not lost by a slip of the hand.
  await page.getByRole('button', { name: 'Создать ключ' }).focus();
  await page.keyboard.press('Enter');
  await startKey(page);
  const made = page.getByRole('dialog', { name: `Ключ «${NAME}» создан` });
  const key = (await made.locator('code').innerText()).trim();
  await expectSound(page);
  await page.keyboard.press('Escape');
  await expect(made).toBeVisible();
  await made.getByRole('button', { name: 'Готово' }).click();
  await expect(page.getByText(key)).toHaveCount(0);
  await expect(keys(page).getByRole('row').filter({ hasText: NAME })).toContainText('Действует');
  const { call, refusal } = asMerchant(testedServer(request), key);
  await call(getMerchantBalance);

  await part(page, 'Вебхуки');
  // What an earlier try has left.
  const left = page.getByRole('button', { name: 'Удалить' });
  for (let count = await left.count(); count > 0; count -= 1) {
    await left.first().click();
    await page.getByRole('dialog', { name: 'Удалить адрес?' }).getByRole('button', { name: 'Удалить' }).click();
    await expect(left).toHaveCount(count - 1);
  }
  await addAddress(page, 'https://shop.example/hooks');
  await expect(page.getByText('https://shop.example/hooks')).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Отправлять вебхуки' })).toBeChecked();

  // The key's deeds are in the journal.
  await part(page, 'Журнал');
  const number = `e2e-${randomUUID()}`;
  const { id } = await call(createMerchantPayout, {
    body: {
      amount: '112.50',
      method: 'sbp',
      fio: 'Получатель Проверки',
      phone: '+79990000000',
      external_id: number,
    },
    headers: idempotencyKey(),
  });
  // An order of the demo may run out meanwhile, which makes a webhook, too.
  const told = journal(page)
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: id.slice(0, 10) }) });
  await expect(async () => {
    await page.reload();
    await settle(page);
    await expect(told).toContainText('Выплата открыта', { timeout: 1000 });
  }).toPass();
  await expect(told.getByRole('link', { name: id.slice(0, 10) })).toHaveAttribute('href', `/payments/${id}`);
  await expectSound(page);
  // Found by the shop's own number; just that would be sent again.
  await page.getByRole('searchbox', { name: 'Ваш номер или ID целиком' }).fill(number);
  await expect(journal(page).getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: 'Отправить ещё раз…' }).click();
  const again = page.getByRole('dialog', { name: 'Отправить вебхуки ещё раз' });
  await expect(again).toContainText('Будет отправлено вебхуков: 1.');
  await expectSound(page);
  await again.getByRole('button', { name: 'Отправить 1' }).click();
  await expect(page.getByText('Отправляем ещё раз: 1')).toBeVisible();
  await expect(again).toHaveCount(0);

  // What the key has asked for, and nothing of another.
  await part(page, 'Запросы');
  const requests = page.getByRole('table', { name: 'Запросы к API' });
  const asked = () => requests.getByRole('row').filter({ hasText: NAME });
  await page.getByRole('combobox', { name: 'Ключ' }).selectOption(NAME);
  await expect(asked()).toHaveText([/POST \/payouts/, /GET \/balance/]);
  await expect(asked().first()).toContainText(number);
  await page.getByRole('combobox', { name: 'Вызов' }).selectOption('GET /balance');
  await expect(asked()).toHaveText([/GET \/balance/]);
  await page.getByLabel('До', { exact: true }).fill('2020-01-01T00:00');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Запросы не найдены')).toBeVisible();
  await expectSound(page);
  await part(page, 'Журнал');
  await page.getByRole('searchbox', { name: 'Ваш номер или ID целиком' }).fill(number);
  await told.getByText('Выплата открыта').click();
  await expect(page.getByRole('region', { name: 'Тело запроса' })).toContainText(`"external_id": "${number}"`);
  await page.getByRole('button', { name: 'Отправить ещё раз' }).click();
  await expect(page.getByText('Вебхук отправляется ещё раз!')).toBeVisible();
  await expectSound(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectSound(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('main').getByRole('link', { name: 'Вебхуки' }).click();

  await call(cancelMerchantPayout, { params: { id }, headers: idempotencyKey() });
  await part(page, 'Вебхуки');
  // Tried, it says what the shop answered; removed, it is sent nothing more.
  await page.getByRole('button', { name: 'Отправить тестовое событие' }).click();
  const tried = page.getByRole('dialog', { name: 'Тестовое событие' });
  await tried.getByRole('button', { name: 'Отправить' }).click();
  await expect(tried.getByRole('link', { name: 'Открыть в журнале' })).toBeVisible({ timeout: 10_000 });
  await expectSound(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Удалить' }).click();
  await page.getByRole('dialog', { name: 'Удалить адрес?' }).getByRole('button', { name: 'Удалить' }).click();
  await expect(page.getByText('Адреса вебхуков не заданы')).toBeVisible();

  await part(page, 'Ключи');
  // Revoked, it opens nothing, a few seconds later.
  await page.getByRole('button', { name: `Отозвать ключ «${NAME}»` }).click();
  const question = page.getByRole('dialog', { name: `Отозвать ключ «${NAME}»?` });
  await expectSound(page);
  await question.getByRole('button', { name: 'Отозвать' }).click();
  await expect(page.getByText('Ключ отозван!')).toBeVisible();
  await expect(keys(page).getByText(NAME)).toHaveCount(0);
  await expect(async () => expect((await refusal(getMerchantBalance)).status).toBe(401)).toPass();
  await page.getByRole('button', { name: /^Показать недействующие/ }).click();
  await expect(keys(page).getByRole('row').filter({ hasText: NAME })).toContainText('Отозван');
});

test('a failure under an open dialog is read and closed over it', async ({ page }) => {
  await signIn(page, 'merchant');
  await open(page);
  await part(page, 'Ключи');
  const refusal = { type: 'about:blank', title: 'Conflict', status: 409, detail: 'Ключей больше 20', code: 'x' };
  await page.route(`**${listApiKeys.path}`, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 409, json: refusal }) : route.continue(),
  );
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.getByRole('button', { name: 'Создать ключ' }).click();
    await startKey(page);
    const toast = page.getByText('Ключей больше 20');
    await expect(toast).toBeVisible();
    // Nothing lies over it: what is at its place is the toast itself.
    const isOnTop = () =>
      toast.evaluate((node) => {
        const { left, top, width: wide, height } = node.getBoundingClientRect();
        return node.contains(document.elementFromPoint(left + wide / 2, top + height / 2));
      });
    await expect.poll(isOnTop).toBe(true);
    await expectSound(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Закрыть' }).click();
    await expect(toast).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});
