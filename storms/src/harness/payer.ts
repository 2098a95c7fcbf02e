import { pathOf, Refused } from '@kantor/contract/client.ts';
import { claimPayment, PAYMENT_PAGE_BASE, RECEIPT_FIELD } from '@kantor/contract/plain/payment-page.ts';

/** Longer than any page takes; a server that was killed never answers. */
const ANSWER_LIMIT_MS = 30_000;

/**
 * Says on an order's payment page that the money is sent, with a receipt.
 * @throws Refused when the page does not lead back to itself, Error when nothing answers.
 */
export async function claimAt(server: string, paymentUrl: string, receipt: File): Promise<true> {
  const token = paymentUrl.split('/').at(-1) ?? '';
  const form = new FormData();
  form.set('last_four', '4321');
  form.set(RECEIPT_FIELD, receipt);
  const answer = await fetch(server + PAYMENT_PAGE_BASE + pathOf(claimPayment.path, { token }), {
    method: 'POST',
    body: form,
    redirect: 'manual',
    signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
  });
  await answer.body?.cancel();
  const { status } = answer;
  if (status === 303) return true;
  const problem = { type: 'about:blank', title: '', status, detail: '', code: 'payment_page' };
  throw new Refused(claimPayment, answer, problem);
}
