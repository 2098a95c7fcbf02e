import type { Client } from '@kantor/contract/client.ts';
import { setOtherSums } from '@kantor/contract/wire/match.ts';
import { listMerchantAppeals } from '@kantor/contract/wire/merchant-appeals.ts';
import { getMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { asMerchant, asPerson, testedServer } from './api.ts';
import { tellOfIncome } from './bank-message.ts';
import { createOrderFor, pressAndAgree, shown, signIn } from './people.ts';
import { expectSound, settle } from './sound.ts';

// «Пришло 990 из 1 000»: the trader says at the match desk which order it is about, and the merchant's rule says who decides.

/** Nearer than any other order's sum. */
const MISSING = 50n;

/** The desk's card of the message of a sum. */
const cardOf = (page: Page, sum: string) =>
  page
    .getByRole('list', { name: 'Сообщения, которые надо разобрать' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: `${shown(sum)} ₽` }) });

/** What the order's appeal was confirmed for. */
const paidAmount = async (shop: Client, orderId: string) =>
  (await shop.call(listMerchantAppeals, { query: { order_id: orderId } })).results[0]?.paid_amount;

const asWhom = async (browser: Browser, person: 'trader2' | 'merchant') => {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, person);
  return page;
};

test('less has come than was asked: the merchant is asked, and agrees or does not', async ({ browser, request }) => {
  test.setTimeout(300_000);
  const server = testedServer(request);
  const [shop, owner] = [asMerchant(server), asPerson(server, 'merchant')];
  await owner.call(setOtherSums, { body: { rule: 'ask', missing_percent: null } });
  const [trader, merchant] = await Promise.all([asWhom(browser, 'trader2'), asWhom(browser, 'merchant')]);

  for (const answer of ['Согласиться с суммой', 'Не соглашаться'] as const) {
    const order = await createOrderFor(request, 'trader2');
    const { sum } = await tellOfIncome(request, order, MISSING);
    await trader.goto('/notifications');
    await trader
      .getByRole('navigation', { name: 'Какие сообщения' })
      .getByRole('link', { name: /^Разобрать/ })
      .click();
    const card = cardOf(trader, sum);
    const short = card.getByRole('listitem').filter({ hasText: 'не хватает 0,50 ₽' });
    await expect(short).toBeVisible();
    await settle(trader);
    await expectSound(trader);
    // Five seconds to take it back, which it is once.
    const ask = short.getByRole('button', { name: `Апелляция на ${shown(sum)} ₽` });
    await ask.click();
    await trader.keyboard.press('u');
    await expect(ask).toBeEnabled();
    await ask.click();
    await expect(trader.getByText(`Открыта апелляция на ${shown(sum)} ₽`)).toBeVisible();
    await expect(card).toHaveCount(0);

    await merchant.goto(`/appeals?order_id=${order.id}`);
    await merchant.getByRole('row').nth(1).getByRole('link').first().click();
    await expect(merchant.getByRole('button', { name: 'Согласиться с суммой' })).toBeVisible();
    await settle(merchant);
    await expectSound(merchant);
    await pressAndAgree(merchant, merchant.getByRole('button', { name: answer }), answer);
    const params = { id: order.id };
    if (answer === 'Согласиться с суммой') {
      await expect(merchant.getByText(`Заказ закрыт за ${shown(sum)} ₽`)).toBeVisible();
      expect(await shop.call(getMerchantOrder, { params })).toMatchObject({ status: 'CLOSED' });
      expect(await paidAmount(shop, order.id)).toBe(sum);
    } else {
      await expect(merchant.getByText('Апелляция закрыта')).toBeVisible();
      expect(await shop.call(getMerchantOrder, { params })).toMatchObject({ status: 'ACTIVE' });
      // The message waits again: it is still about something.
      await trader.reload();
      await expect(short).toBeVisible();
    }
  }
});

test('a merchant who lets orders close for a little less is not asked', async ({ browser, request }) => {
  const server = testedServer(request);
  const [shop, owner] = [asMerchant(server), asPerson(server, 'merchant')];
  await owner.call(setOtherSums, { body: { rule: 'down_to', missing_percent: 2 } });
  const trader = await asWhom(browser, 'trader2');
  const order = await createOrderFor(request, 'trader2');
  const { sum } = await tellOfIncome(request, order, MISSING);
  await trader.goto('/notifications');
  await trader.getByRole('link', { name: /^Разобрать/ }).click();
  const card = cardOf(trader, sum);
  const short = card.getByRole('listitem').filter({ hasText: 'не хватает 0,50 ₽' });
  await short.getByRole('button', { name: `Закрыть за ${shown(sum)} ₽` }).click();
  await expect(trader.getByText(`Заказ закрыт за ${shown(sum)} ₽`)).toBeVisible();
  await expect(card).toHaveCount(0);
  expect(await shop.call(getMerchantOrder, { params: { id: order.id } })).toMatchObject({ status: 'CLOSED' });
  expect(await paidAmount(shop, order.id)).toBe(sum);
  await owner.call(setOtherSums, { body: { rule: 'ask', missing_percent: null } });
});
