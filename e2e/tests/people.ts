import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';

/** The accounts of the demo marketplace. */
const PASSWORDS = {
  trader: 'trader-demo-1',
  trader2: 'trader-demo-2',
  merchant: 'merchant-demo-1',
} as const;
export type Person = keyof typeof PASSWORDS;

const API_KEY = 'kantor_demo_merchant_key';

/** Signs in through the form, as a person does. */
export async function signIn(page: Page, person: Person): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Имя пользователя').fill(person);
  await page.getByLabel('Пароль', { exact: true }).fill(PASSWORDS[person]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Баланс' })).toBeVisible();
}

export interface ShopOrder {
  id: string;
  /** Where its payer sends the money. */
  requisite: { bank_name: string; phone: string; bank_account: string; last_4_digits_card: string };
  amount: string;
  amount_in_usdt: string;
  fee_in_usdt: string;
}

/** A call of the demo merchant's server. */
const asShop = (request: APIRequestContext, path: string, data?: object) =>
  request.post(`/merchant/v1/${path}`, {
    headers: { authorization: `Bearer ${API_KEY}`, 'idempotency-key': randomUUID() },
    ...(data && { data }),
  });

async function createOrder(request: APIRequestContext, amount: string): Promise<ShopOrder> {
  const answer = await asShop(request, 'orders', { amount, method: 'sbp', external_id: randomUUID() });
  expect(answer.status(), await answer.text()).toBe(201);
  return answer.json();
}

/** An access token of one's own, beside the browser's. */
export async function accessToken(request: APIRequestContext, person: Person): Promise<string> {
  const answer = await request.post('/api/v1/auth/login/', { data: { username: person, password: PASSWORDS[person] } });
  return (await answer.json()).access;
}

/** From 1000 to 1500 roubles in steps that meet again only after all of the 50 000 sums: none finds its slot taken. */
let lastSum = Math.floor(Math.random() * 50_000);
const newAmount = (): string => ((100_000 + (lastSum = (lastSum + 137) % 50_000)) / 100).toFixed(2);

/** Creates orders until one comes to the trader: the other trader takes his turn too. */
export async function createOrderFor(request: APIRequestContext, person: 'trader' | 'trader2'): Promise<ShopOrder> {
  const token = await accessToken(request, person);
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const order = await createOrder(request, newAmount());
    const mine = await request.get(`/api/v1/orders/${order.id}/`, { headers: { authorization: `Bearer ${token}` } });
    if (mine.ok()) return order;
    // Otherwise the other trader's requisites would be full some day, and his turn never come.
    expect((await asShop(request, `orders/${order.id}/cancel`)).status()).toBe(200);
  }
  throw new Error(`No order came to ${person}`);
}

/** Of a list: by the order's page, as another order's sum may have the same digits in it. */
export const rowOf = (page: Page, { id }: ShopOrder): Locator =>
  page.getByRole('row').filter({ has: page.locator(`a[href="/orders/${id}"]`) });

/** `"1234.5"` as screens write it: `1 234,50`. */
export const shown = (amount: string) =>
  new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(Number(amount));
