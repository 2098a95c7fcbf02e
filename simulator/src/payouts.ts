import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, idempotencyKey, Refused } from '@kantor/contract/client.ts';
import { createMerchantPayout } from '@kantor/contract/wire/merchant-payouts.ts';
import { PAYEES } from '@kantor/demo/payees.ts';
import { between, pick, type Random } from '@kantor/demo/random.ts';
import { nextGap } from './arrivals.ts';
import type { Log } from './log.ts';

const STEP_ROUBLES = 500;
const STEPS = [6, 90] as const;

export interface PayoutOptions {
  client: Client;
  payoutsPerMinute: number;
  log: Log;
  signal: AbortSignal;
  random?: Random;
}

/** The shop pays people out of its earnings, until the signal: by that USDT comes back to traders. */
export async function createPayouts(options: PayoutOptions): Promise<void> {
  const { client, payoutsPerMinute, log, signal, random = Math.random } = options;
  if (payoutsPerMinute === 0) return;
  while (await delay(nextGap(random, payoutsPerMinute), true, { signal }).catch(() => false)) {
    const payee = pick(random, PAYEES);
    const amount = (Math.round(between(random, ...STEPS)) * STEP_ROUBLES).toFixed(2);
    const body = {
      ...payee,
      amount,
      method: 'phone' in payee ? 'sbp' : 'c2c',
      external_id: `SIM-${randomUUID()}`,
    } as const;
    await client.call(createMerchantPayout, { body, headers: idempotencyKey() }).catch((error: unknown) => {
      if (error instanceof Refused) log(`a payout: ${error.message}`);
    });
  }
}
