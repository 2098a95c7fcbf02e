import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { WireBody } from '@kantor/contract/wire/call.ts';
import { MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import { createMerchantPayout } from '@kantor/contract/wire/merchant-payouts.ts';
import type { Client } from './client.ts';
import { between } from './patience.ts';
import { nextGap, pick, type Random } from './payers.ts';
import type { Say } from './quiet-log.ts';

/** Who the shop pays: their names, and where to. */
const PEOPLE = [
  { fio: 'Кузнецова Мария Алексеевна', phone: '+79165550142' },
  { fio: 'Ли Ян', phone: '+79035550917' },
  { fio: 'Константинопольский Владислав Аристархович', bank_account: '40817810099910004312' },
  { fio: 'Гарифуллин Тимур', phone: '+79275550388' },
  { fio: 'Соловьёва-Райская Анастасия', phone: '+79015550263' },
] as const;

/** In steps of 500 roubles. */
const SUMS = [6, 90] as const;
const STEP = 500;

export interface PayoutDeskOptions {
  client: Client;
  payoutsPerMinute: number;
  say: Say;
  signal: AbortSignal;
  random?: Random;
}

/** The shop pays people out of what it earned, until the signal: by that USDT comes back to traders. */
export async function runPayoutDesk(options: PayoutDeskOptions): Promise<void> {
  const { client, payoutsPerMinute, say, signal, random = Math.random } = options;
  if (payoutsPerMinute === 0) return;
  while (await delay(nextGap(random, payoutsPerMinute), true, { signal }).catch(() => false)) {
    const person = pick(random, PEOPLE);
    const payout: WireBody<typeof createMerchantPayout> = {
      ...person,
      amount: (Math.round(between(random, SUMS)) * STEP).toFixed(2),
      method: 'phone' in person ? 'sbp' : 'c2c',
      external_id: `SIM-${randomUUID()}`,
    };
    const path = MERCHANT_API_BASE + createMerchantPayout.path;
    const answer = await client.post(path, randomUUID(), payout).catch(() => undefined);
    if (answer && !answer.ok) say(`a payout is refused with ${answer.status} ${answer.code}: ${answer.detail}`);
  }
}
