import { listApiRequests } from '@kantor/contract/wire/api-requests.ts';
import { vi } from 'vitest';
import { kantorTest } from '../support/fixtures.ts';
import type { Merchant } from '../support/people.ts';

/** The test of the log of requests: a merchant who asks as their server does. */
export const test = kantorTest
  .extend('merchant', ({ kantor }) => kantor.createMerchant({ payoutEnable: true }))
  .extend('requisite', { auto: true, scope: 'file' }, async ({ kantor }) => {
    const trader = await kantor.createTrader({ balance: '100000' });
    await kantor.createRequisite(trader.id);
    await kantor.heartbeat();
    return trader;
  })
  /** Asks as the merchant's server does, a moment after what was before. */
  .extend('ask', ({ kantor }) => (merchant: Merchant, ...request: Parameters<Merchant['api']['raw']>) => {
    kantor.pass(1);
    return merchant.api.raw<{ id: string }>(...request);
  })
  /** Waits until so many of a merchant's requests are kept: they are written together, a moment later. */
  .extend('kept', () => async (merchant: Merchant, n: number) => {
    const read = () => merchant.call(listApiRequests);
    await vi.waitUntil(async () => (await read()).count >= n, { timeout: 20_000, interval: 50 });
    return (await read()).results;
  });

export const body = { amount: '1000', method: 'sbp', external_id: 'A-1' } as const;
