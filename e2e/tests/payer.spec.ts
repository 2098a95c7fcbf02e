import { idempotencyKey } from '@kantor/contract/client.ts';
import { PAYMENT_PAGE_BASE } from '@kantor/contract/plain/payment-page.ts';
import { cancelMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import { drawReceipt, RECEIPT_NAME } from '@kantor/demo/receipt.ts';
import { type BrowserContextOptions, expect, test } from '@playwright/test';
import { asMerchant, asPerson, testedServer } from './api.ts';
import { BEFORE_POLL } from './follow.ts';
import { createOrderFor, rowOf, shown, signIn } from './people.ts';
import { expectFits, expectSound } from './sound.ts';

// The payer of a shop: nobody who signs in, on a phone, with or without a script.

const PHONE: BrowserContextOptions = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
const BACK = 'https://shop.example/thanks';
const receipt = { name: RECEIPT_NAME, mimeType: 'image/png', buffer: Buffer.from(drawReceipt()) };
const pathOf = (link: string) => new URL(link).pathname;
const title = { level: 1 } as const;

test('a payer pays, says so, and is shown by itself that the money has come', async ({ page, browser, request }) => {
  const order = await createOrderFor(request, 'trader2', { return_url: BACK });
  const payer = await (await browser.newContext({ ...PHONE, permissions: ['clipboard-read'] })).newPage();
  const asked = new Set<string>();
  payer.on('request', (sent) => void asked.add(new URL(sent.url()).origin));
  await payer.goto(pathOf(order.payment_url));
  await expect(payer.getByRole('heading', title)).toHaveText(`Переведите ровно ${shown(order.amount)} ₽`);
  await expect(payer.getByText(/^Ждём перевод ещё 1[45]:\d\d$/)).toBeVisible();
  await expect(payer.getByText(order.requisite.fio)).toBeVisible();
  await payer.getByRole('button', { name: 'Копировать сумму' }).click();
  await expect(payer.getByRole('button', { name: 'Скопировано' })).toBeVisible();
  const copied = await payer.evaluate(() => navigator.clipboard.readText());
  expect(Number(copied.replace(',', '.'))).toBe(Number(order.amount));
  await expectSound(payer);

  await payer.getByText('Чем помочь проверке').click();
  await payer.getByLabel('Имя отправителя').fill('Иван');
  await payer.getByLabel('Последние 4 цифры').fill('12');
  await payer.getByRole('button', { name: 'Я оплатил' }).click();
  await expect(payer.getByText('Нужны четыре цифры')).toBeVisible();
  await expect(payer.getByLabel('Последние 4 цифры')).toBeFocused();
  // A phone that comes back from the bank's application asks anew.
  const polled = payer.waitForResponse((answer) => answer.request().method() === 'GET');
  await payer.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await (await polled).finished();
  await expect(payer.getByText('Нужны четыре цифры')).toBeVisible();
  await expect(payer.getByLabel('Имя отправителя')).toHaveValue('Иван');
  await payer.getByLabel('Последние 4 цифры').fill('1234');
  await payer.getByLabel('Чек').setInputFiles(receipt);
  await payer.getByRole('button', { name: 'Я оплатил' }).click();
  await expect(payer.getByRole('heading', title)).toHaveText('Проверяем');
  await expect(payer.getByRole('heading', title)).toBeFocused();
  await expect(payer.getByText('Чеков приложено: 1 из 3')).toBeVisible();
  await expectSound(payer);

  await signIn(page, 'trader2');
  await expect(rowOf(page, order).getByText(/^Плательщик сообщил: \d\d:\d\d, Иван$/)).toBeVisible();
  await page.goto(`/orders/${order.id}`);
  await expect(page.getByRole('link', { name: RECEIPT_NAME })).toBeVisible();
  await asPerson(testedServer(request), 'trader2').call(confirmOrder, { params: { id: order.id } });

  await expect(payer.getByRole('heading', title)).toHaveText('Оплачено', BEFORE_POLL);
  await expect(payer.getByRole('link', { name: 'Вернуться в магазин' })).toHaveAttribute('href', BACK);
  await expectSound(payer);
  expect([...asked]).toEqual([new URL(payer.url()).origin]);
});

test('without a script the page says the same, and its forms work', async ({ browser, request }) => {
  const order = await createOrderFor(request, 'trader2');
  const context = await browser.newContext({ ...PHONE, javaScriptEnabled: false, colorScheme: 'dark' });
  const payer = await context.newPage();
  await payer.goto(pathOf(order.payment_url));
  await expect(payer.getByText(/Ждём перевод до \d\d:\d\d по Москве/)).toBeVisible();
  await expect(payer.getByRole('button', { name: 'Копировать сумму' })).toBeHidden();
  await payer.getByRole('link', { name: 'English' }).click();
  await payer.getByRole('button', { name: 'I have paid' }).click();
  await expect(payer.getByRole('heading', title)).toHaveText('Checking');
  await payer.getByLabel('Receipt').setInputFiles(receipt);
  await payer.getByRole('button', { name: 'Attach a receipt' }).click();
  await expect(payer.getByText('Receipts attached: 1 of 3')).toBeVisible();
  await asPerson(testedServer(request), 'trader2').call(confirmOrder, { params: { id: order.id } });
  await payer.getByRole('link', { name: 'Refresh the page' }).click();
  await expect(payer.getByRole('heading', title)).toHaveText('Paid');
});

test('an order that waits no more, and a link to nothing, are sound in both themes at each width', async ({
  browser,
  request,
}) => {
  const order = await createOrderFor(request, 'trader2', { return_url: BACK });
  const active = await createOrderFor(request, 'trader2');
  await asMerchant(testedServer(request)).call(cancelMerchantOrder, {
    params: { id: order.id },
    headers: idempotencyKey(),
  });
  const pages = [
    [pathOf(order.payment_url), 'Заказ отменён'],
    [`${PAYMENT_PAGE_BASE}/nothing`, 'Ссылка не действует'],
    [pathOf(active.payment_url), /^Переведите ровно/],
  ] as const;
  for (const colorScheme of ['light', 'dark'] as const) {
    const payer = await (await browser.newContext({ ...PHONE, colorScheme })).newPage();
    for (const [path, heading] of pages) {
      await payer.goto(path);
      await expect(payer.getByRole('heading', title)).toHaveText(heading);
      await expectSound(payer);
      for (const width of [390, 767, 1440]) {
        await payer.setViewportSize({ width, height: 800 });
        await expectFits(payer);
      }
      await payer.setViewportSize({ width: 360, height: 740 });
    }
    await payer.context().close();
  }
});
