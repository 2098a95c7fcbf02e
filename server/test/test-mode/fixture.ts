import { createApiKey } from '@kantor/contract/wire/api-keys.ts';
import * as orders from '@kantor/contract/wire/merchant-orders.ts';
import * as payouts from '@kantor/contract/wire/merchant-payouts.ts';
import { MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import { newId } from '../../src/kernel/ids.ts';
import { freshKantorTest } from '../support/fixtures.ts';
import type { Kantor } from '../support/kantor.ts';
import type { Merchant } from '../support/people.ts';
import { createTestClient } from '../support/test-client.ts';

/** The merchant's calls with a test key of theirs. */
export async function testApiOf(kantor: Kantor, merchant: Merchant) {
  const { key } = await merchant.call(createApiKey, { body: { name: 'Тест', is_test: true } });
  const api = createTestClient(kantor.app, MERCHANT_API_BASE, key, () => ({
    'idempotency-key': newId(kantor.clock()),
  }));
  const order = (externalId: string, amount = '1000') =>
    api.call(orders.createMerchantOrder, { body: { amount, method: 'sbp', external_id: externalId } });
  const recipient = { method: 'sbp', fio: 'Пётр Петров', phone: '+79991234567' } as const;
  const payout = (externalId: string) =>
    api.call(payouts.createMerchantPayout, { body: { amount: '500', external_id: externalId, ...recipient } });
  return { ...api, key, order, payout };
}

export const test = freshKantorTest
  .extend('merchant', ({ kantor }) => kantor.createMerchant({ payoutEnable: true }))
  .extend('api', ({ kantor, merchant }) => testApiOf(kantor, merchant));
