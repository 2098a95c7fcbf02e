import { randomBytes } from 'node:crypto';
import {
  addPaymentReceipt,
  claimPayment,
  followPayment,
  PAYMENT_PAGE_BASE,
  RECEIPT_FIELD,
  showPayment,
} from '@kantor/contract/plain/payment-page.ts';
import { pick, type Random } from '@kantor/demo/random.ts';
import type { RawRequest } from '../harness/raw.ts';
import { spoiledForm } from './requests.ts';

const ROUTES = [showPayment, followPayment, claimPayment, addPaymentReceipt] as const;
const ODD_TOKENS = ['x', '%00', '%zz', '..', '%2e%2e%2f', 'A'.repeat(22), 'A'.repeat(3000), '..%2fassets', '*'];

/** A request to the payment page of an order that never was: whatever it is, it must tell nothing. */
export function pageRequest(random: Random): RawRequest {
  const { method, path } = pick(random, ROUTES);
  const token = random() < 0.5 ? randomBytes(16).toString('base64url') : pick(random, ODD_TOKENS);
  const address = `${PAYMENT_PAGE_BASE}${path.replace(':token', token)}${random() < 0.2 ? '?lang=%ff&lang=x' : ''}`;
  if (method === 'GET') return { method, path: address };
  const { type, body } = spoiledForm(RECEIPT_FIELD, { sender_name: 'Иван' }, random);
  return { method, path: address, headers: { 'content-type': type }, body };
}
