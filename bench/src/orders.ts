import { randomInt, randomUUID } from 'node:crypto';
import { idempotencyKey } from '@kantor/contract/client.ts';
import { createMerchantOrder, MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import { formatMinorUnits, SCALE } from '@kantor/contract/plain/money.ts';
import { bearer, headerLines, type HttpConnection, JSON_BODY, type Reply } from './http-connection.ts';

const PATH = MERCHANT_API_BASE + createMerchantOrder.path;

export interface IssuedOrder {
  id: string;
  /** Of the page for its payer. */
  paymentPath: string;
  /** The trader's username, which their requisites carry as a name. */
  trader: string;
  /** Kopecks. */
  amount: bigint;
  /** The last digits of the requisite's card. */
  tail: string;
}

/** An order as the API answers it, as far as a load reads it. */
export interface OrderAnswer {
  id: string;
  payment_url: string;
  requisite: { fio: string; last_4_digits_card: string };
}

/** The body of a reply. @throws Error when its status is another. */
export function expectStatus({ status, body }: Reply, expected: number, what: string): string {
  if (status !== expected) throw new Error(`${what} was answered with ${status}: ${body}`);
  return body;
}

/** Issues an order as a merchant's server does. */
export async function issueOrder(connection: HttpConnection, key: string): Promise<IssuedOrder> {
  const amount = BigInt(randomInt(100_000, 10_000_000));
  const body = JSON.stringify({
    amount: formatMinorUnits(amount, SCALE.rub),
    method: amount % 2n === 0n ? 'sbp' : 'c2c',
    external_id: randomUUID(),
  });
  const headers = bearer(key) + JSON_BODY + headerLines(idempotencyKey());
  const reply = await connection.request('POST', PATH, headers, body);
  const order = JSON.parse(expectStatus(reply, 201, 'An order')) as OrderAnswer;
  const { fio: trader, last_4_digits_card: tail } = order.requisite;
  return { id: order.id, paymentPath: new URL(order.payment_url).pathname, trader, amount, tail };
}
