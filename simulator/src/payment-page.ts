import { pathOf } from '@kantor/contract/client.ts';
import { claimPayment, PAYMENT_PAGE_BASE, RECEIPT_FIELD, showPayment } from '@kantor/contract/plain/payment-page.ts';
import type { Random } from '@kantor/demo/random.ts';
import { receiptFile } from '@kantor/demo/receipt.ts';
import { type Context, timedFetch } from './http.ts';

/** What a payer says of their payment. */
export interface Claim {
  hasReceipt: boolean;
}

/** Payers at the payment page, as their browsers would be. What does not come through is not tried again: payers shrug. */
export function createPaymentPage(context: Context, random: Random = Math.random) {
  const { url, log } = context;
  const send = timedFetch(context);

  /** Opens the page of a link and says there that the money is sent. */
  return async function claim(paymentUrl: string, { hasReceipt }: Claim): Promise<void> {
    const token = paymentUrl.split('/').at(-1) ?? '';
    const at = ({ path }: { path: string }) => new URL(PAYMENT_PAGE_BASE + pathOf(path, { token }), url);
    const form = new FormData();
    form.set('last_four', String(Math.floor(random() * 10_000)).padStart(4, '0'));
    form.set(RECEIPT_FIELD, hasReceipt ? receiptFile() : new File([], ''));
    try {
      const page = await send(new Request(at(showPayment)));
      if (page.ok) await send(new Request(at(claimPayment), { method: 'POST', body: form }));
      else log(`the payment page answers ${page.status}`);
    } catch (error) {
      context.signal.throwIfAborted();
      log(`the payment page does not answer: ${String(error)}`);
    }
  };
}
