import { idempotencyKey } from '@kantor/contract/client.ts';
import { parseMinorUnits, SCALE } from '@kantor/contract/plain/money.ts';
import { toggleTraffic } from '@kantor/contract/wire/balance.ts';
import { createCabinet, getCabinetQr, toggleCabinet } from '@kantor/contract/wire/cabinets.ts';
import { createMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { listOrders } from '@kantor/contract/wire/orders.ts';
import { createAccount, depositByHand } from '@kantor/contract/wire/platform/account-actions.ts';
import { createRequisite, toggleRequisite } from '@kantor/contract/wire/requisites.ts';
import { drawPayer, incomeMessage } from '@kantor/demo/bank-texts.ts';
import { drawReceipt } from '@kantor/demo/receipt.ts';
import { type APIRequestContext, type Locator, expect, type Page, test } from '@playwright/test';
import { asMerchant, asPerson, asWhom, testedServer } from './api.ts';
import { createOrderFor, fillSignIn, shown, signIn } from './people.ts';
import { pair, scan } from './phone.ts';
import { expectSound } from './sound.ts';

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
  await expect(page.getByRole('heading', { level: 1, name: 'Новая выплата' })).toBeVisible();
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

test('Ctrl+K finds an order by the number of its shop, in either layout, and Enter opens it', async ({
  page,
  request,
}) => {
  const order = await createOrderFor(request, 'trader');
  await signIn(page, 'merchant');
  // The keys come after the screen.
  await expect(page.getByRole('button', { name: 'Найти' })).toBeVisible();
  const field = page.getByRole('combobox', { name: 'Поиск по разделам' });
  const open = {
    latin: () => page.keyboard.press('Control+KeyK'),
    russian: () =>
      page.evaluate(() =>
        document.body.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'л', code: 'KeyK', ctrlKey: true, bubbles: true, cancelable: true }),
        ),
      ),
  };
  for (const layout of ['latin', 'russian'] as const) {
    await open[layout]();
    await expect(field).toBeFocused();
    await page.keyboard.type(order.external_id);
    await expect(page.getByRole('option', { name: `Заказ ${shown(order.amount)}` })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await expectSound(page);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/orders/${order.id}`);
    await expect(field).toHaveCount(0);
    await page.goto('/balance');
    await expect(page.getByRole('button', { name: 'Найти' })).toBeVisible();
  }
});

/** A bank that nobody of the demo has, whose messages name no account here. */
const BANK = { id: 30, name: 'Банк Открытие' };
const FIFTY = 50;

/** A trader of their own with two requisites on one phone, and two orders of each of fifty sums, of which the bank has told one payment each. */
async function openWorkList(request: APIRequestContext) {
  const server = testedServer(request);
  const operator = asPerson(server, 'operator');
  const username = `trader.${Date.now().toString(36)}`;
  const account = { role: 'trader', username, basis_points: 0 } as const;
  const { version } = await operator.call(createAccount.preview, { body: account });
  const made = await operator.call(createAccount.carryOut, {
    body: { ...account, version },
    headers: idempotencyKey(),
  });
  const password = made.secrets['password'] ?? '';
  const id = made.changes.find(({ is_new: isNew }) => isNew)?.object.id ?? '';
  const deposit = { amount: '1000', reference: username };
  const looked = await operator.call(depositByHand.preview, { params: { id }, body: deposit });
  await operator.call(depositByHand.carryOut, {
    params: { id },
    body: { ...deposit, version: looked.version },
    headers: idempotencyKey(),
  });

  const trader = asWhom(server, { username, password });
  const requisites: string[] = [];
  for (const phone of ['+79995550001', '+79995550002']) {
    const body = { is_sbp: true, name: phone, fio: 'Пётр Петров', phone, bank_type: BANK.id };
    requisites.push((await trader.call(createRequisite, { body })).id);
  }
  const { id: cabinet } = await trader.call(createCabinet, {
    body: { device_name: 'Телефон', bank_detail: requisites },
  });
  const phone = await pair(await scan(await trader.call(getCabinetQr, { params: { id: cabinet } })));
  await phone.ping('На связи');
  await trader.call(toggleCabinet, { params: { id: cabinet }, body: { is_active: true } });
  for (const each of requisites)
    await trader.call(toggleRequisite, { params: { id: each }, body: { is_active: true } });
  await trader.call(toggleTraffic, { body: { is_active: true } });

  const shop = asMerchant(server);
  const sums = Array.from({ length: FIFTY }, (_, n) => `${120 + n}.00`);
  for (const amount of [...sums, ...sums]) {
    const body = {
      amount,
      method: 'sbp',
      bank: BANK.id,
      external_id: `${username} ${amount} ${Math.random()}`,
    } as const;
    await shop.call(createMerchantOrder, { body, headers: idempotencyKey() });
  }
  // Orders of other tests are none of theirs.
  await trader.call(toggleTraffic, { body: { is_active: false } });
  const first = () => 0;
  for (const amount of sums) {
    const sum = parseMinorUnits(amount, SCALE.rub) ?? 0n;
    const income = { amount: sum, balance: 15_000_00n, tail: '', payer: drawPayer(first), at: new Date() };
    const { application, text } = incomeMessage(first, BANK.name, income);
    expect((await phone.notify(application, text)).status).toBe(200);
  }
  const closed = async () => (await trader.call(listOrders, { query: { status: 'CLOSED' } })).count;
  return { username, password, closed };
}

test('fifty orders are confirmed in a hundred keys', { tag: '@long' }, async ({ page, request }) => {
  test.setTimeout(300_000);
  const { closed, ...person } = await openWorkList(request);
  await fillSignIn(page, person);
  await expect(page.getByText('Пришло сообщение').first()).toBeVisible();
  let keys = 0;
  const key = async (name: string) => {
    keys += 1;
    await page.keyboard.press(name);
  };
  // The keys come after the screen.
  await expect(page.getByRole('button', { name: 'Найти' })).toBeVisible();
  await key('j');
  for (let n = 0; n < FIFTY; n += 1) {
    const button = page.locator('main :is(tr, [data-row]):focus-within [data-confirm]');
    await expect(button).toHaveAttribute('data-variant', 'filled');
    const name = (await button.getAttribute('aria-label')) ?? '';
    await key('c');
    // The focus is on the next one, whose message has come as well.
    if (n < FIFTY - 1) await expect(button).not.toHaveAttribute('aria-label', new RegExp(`${name.slice(-9)}$`));
  }
  expect(keys).toBeLessThanOrEqual(100);
  await expect.poll(closed).toBe(FIFTY);
});
