import { randomUUID } from 'node:crypto';
import { idempotencyKey, Refused } from '@kantor/contract/client.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import { cancelMerchantOrder, createMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { getOrder } from '@kantor/contract/wire/orders.ts';
import { type AccountName, ACCOUNTS } from '@kantor/demo/accounts.ts';
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import { asMerchant, asPerson, testedServer } from './api.ts';

/** Gives a name and a password to the form, as a person does, and waits until it has let them in. */
export async function fillSignIn(page: Page, person: { username: string; password: string }): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Имя пользователя').fill(person.username);
  await page.getByLabel('Пароль', { exact: true }).fill(person.password);
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL('/login');
}

/** Signs in somebody who sees a balance first. */
export async function signIn(page: Page, person: AccountName): Promise<void> {
  await fillSignIn(page, ACCOUNTS[person]);
  await expect(page.getByRole('heading', { level: 1, name: 'Баланс' })).toBeVisible();
}

/** An order as the shop's server has it. */
export type ShopOrder = Wire<typeof createMerchantOrder>;

/** From 1000 to 1500 roubles in steps that meet again only after all of the 50 000 sums: none finds its slot taken. */
let lastSum = Math.floor(Math.random() * 50_000);
const newAmount = (): string => ((100_000 + (lastSum = (lastSum + 137) % 50_000)) / 100).toFixed(2);

/** Creates orders until one comes to the trader: the other trader takes turns, too. */
export async function createOrderFor(
  request: APIRequestContext,
  person: 'trader' | 'trader2',
  fields: { return_url?: string } = {},
): Promise<ShopOrder> {
  const server = testedServer(request);
  const shop = asMerchant(server);
  const trader = asPerson(server, person);
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const body = { amount: newAmount(), method: 'sbp', external_id: randomUUID(), ...fields } as const;
    const order = await shop.call(createMerchantOrder, { body, headers: idempotencyKey() });
    const params = { id: order.id };
    const isTheirs = await trader.call(getOrder, { params }).then(() => true, isRefused);
    if (isTheirs) return order;
    // Otherwise the other trader's requisites would be full some day, and their turn never come.
    await shop.call(cancelMerchantOrder, { params, headers: idempotencyKey() });
  }
  throw new Error(`No order came to ${person}`);
}

function isRefused(error: unknown): false {
  if (error instanceof Refused) return false;
  throw error;
}

/** An order's row in a list: by the order's page, as another order's sum may have the same digits in it. */
export const rowOf = (page: Page, { id }: ShopOrder): Locator =>
  page.getByRole('row').filter({ has: page.locator(`a[href="/orders/${id}"]`) });

/** `"1234.5"` as screens write it: `1 234,50`. */
export const shown = (amount: ShopOrder['amount']) =>
  new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(Number(amount));

/** Presses a confirmation that closes an order, and says that there is no message about it. */
export async function confirmByHand(page: Page, button: Locator): Promise<void> {
  await button.click();
  const question = page.getByRole('dialog');
  await question.getByLabel('Без сообщения: выписка').check();
  await question.getByRole('button', { name: 'Подтвердить' }).click();
}

/** Presses a button of an act that cannot be taken back, and says yes to its question. */
export async function pressAndAgree(page: Page, button: Locator, answer: string): Promise<void> {
  await button.click();
  await page.getByRole('dialog').getByRole('button', { name: answer }).click();
}
