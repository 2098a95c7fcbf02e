import type { addPaymentReceipt, claimPayment } from '@kantor/contract/plain/payment-page.ts';
import { RECEIPT_FIELD } from '@kantor/contract/plain/payment-page.ts';
import type { RawAnswer, RawRequest } from '../support/test-client.ts';
import { kantorTest } from '../support/fixtures.ts';
import { png } from '../support/uploads.ts';

/** Each call comes from an address of its own, so that only tests of the limit meet it. */
let calls = 0;
const nextAddress = () => `10.${Math.floor((calls += 1) / 65_536)}.${Math.floor(calls / 256) % 256}.${calls % 256}`;

let amounts = 2000;

export type Page = RawAnswer<string>;
type FormRoute = typeof claimPayment | typeof addPaymentReceipt;

/** A form as a browser sends it: a file that was not chosen has no name and no bytes. */
export function formOf(fields: Readonly<Record<string, string>>, file: File = new File([], '')): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set(RECEIPT_FIELD, file);
  return form;
}

/** The test of the payment page: a trader who takes every order, and a merchant. */
export const test = kantorTest
  .extend('trader', { scope: 'file', auto: true }, async ({ kantor }) => {
    const trader = await kantor.createTrader({ balance: '1000000' });
    await kantor.createRequisite(trader.id);
    return trader;
  })
  .extend('merchant', { scope: 'file' }, ({ kantor }) => kantor.createMerchant())
  .extend('receipt', { scope: 'file' }, () => png('чек.png'))
  /** A new order of a sum that no other has. */
  .extend(
    'order',
    ({ merchant }) =>
      (fields: { return_url?: string } = {}) =>
        merchant.order((amounts += 1), fields),
  )
  /** Calls an address of the page, in Russian unless the test says otherwise. */
  .extend('visit', ({ kantor }) => (link: string, { headers, ...request }: RawRequest = {}): Promise<Page> => {
    const { pathname, search } = new URL(link, 'http://localhost');
    return kantor.request<string>(pathname + search, {
      address: nextAddress(),
      ...request,
      headers: { 'accept-language': 'ru', ...headers },
    });
  })
  /** Sends a form of an order's page. */
  .extend(
    'send',
    ({ visit }) =>
      (link: string, { path }: FormRoute, form: FormData, request: RawRequest = {}) =>
        visit(link + path.replace('/:token', ''), { method: 'POST', body: form, ...request }),
  );
