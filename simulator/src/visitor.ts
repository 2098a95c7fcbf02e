import { type Client, type Decoded, idempotencyKey, Refused } from '@kantor/contract/client.ts';
import { createMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { retry } from './retry.ts';

/** So that the visitor's order is easily told from the others. */
const AMOUNT = '1234.00';

/**
 * Orders something in the visitor's name, so that they can look at the page on which a payer pays for it.
 * @returns the page's address, as soon as a requisite takes the order.
 * @throws the signal's reason when it is aborted.
 */
export async function orderForVisitor(client: Client, signal: AbortSignal): Promise<string> {
  const body = { amount: AMOUNT, method: 'sbp', external_id: `VISITOR-${crypto.randomUUID()}` } as const;
  const order = await retry(async (): Promise<Decoded<typeof createMerchantOrder> | undefined> => {
    try {
      return await client.callDecoded(createMerchantOrder, { body, headers: idempotencyKey() });
    } catch (error) {
      // The phones may not have called yet.
      if (error instanceof Refused) return undefined;
      throw error;
    }
  }, signal);
  return order.payment_url;
}
