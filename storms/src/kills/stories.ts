import { randomUUID } from 'node:crypto';
import { idempotencyKey } from '@kantor/contract/client.ts';
import { confirmAppeal, declineAppeal } from '@kantor/contract/wire/appeals.ts';
import {
  acceptMerchantAppeal,
  contestMerchantAppeal,
  openMerchantAppeal,
} from '@kantor/contract/wire/merchant-appeals.ts';
import { cancelMerchantOrder, createMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { cancelMerchantPayout, createMerchantPayout } from '@kantor/contract/wire/merchant-payouts.ts';
import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import { confirmPayout, freePayout, takePayout, uploadPayoutPhoto } from '@kantor/contract/wire/payouts.ts';
import { pickWeighted, type Random } from '@kantor/demo/random.ts';
import { untilDecided } from '../harness/calls.ts';
import { photo } from '../harness/files.ts';
import { claimAt } from '../harness/payer.ts';
import type { Merchant, Person } from '../harness/market.ts';
import { fact } from './facts.ts';
import type { Journal } from './journal.ts';

/** Whom a client acts for. */
export interface Cast {
  merchant: Merchant;
  /** Gets the orders of this bank. */
  trader: Person;
  bank: number;
  /** The trader's phone, where the bank is one that it understands. */
  phone: { hear: (roubles: string, messageId: string) => Promise<unknown> } | undefined;
  random: Random;
  journal: Journal;
  /** Another with each call. */
  amount: () => string;
  /** Serves the payer's next request. */
  anyServer: () => string;
}

async function createOrder({ merchant, bank, journal, amount }: Cast) {
  const key = randomUUID();
  const body = { amount: amount(), method: 'sbp', external_id: key, bank } as const;
  const headers = idempotencyKey(key);
  return journal.perform(
    () => merchant.api.call(createMerchantOrder, { headers, body }),
    () => fact.order(key),
  );
}

type Order = NonNullable<Awaited<ReturnType<typeof createOrder>>>;

const confirm = ({ trader, journal }: Cast, { id }: Order) =>
  journal.perform(
    () => trader.call(confirmOrder, { params: { id } }),
    () => fact.orderStatus(id, 'CLOSED'),
  );

async function cancel({ merchant, journal }: Cast, { id }: Order): Promise<void> {
  const headers = idempotencyKey();
  await journal.perform(
    () => merchant.api.call(cancelMerchantOrder, { params: { id }, headers }),
    () => fact.orderStatus(id, 'DECLINED'),
  );
}

async function hear({ phone, journal }: Cast, { amount }: Order): Promise<void> {
  const messageId = randomUUID();
  if (phone === undefined) return;
  await journal.perform(
    () => phone.hear(amount.toString(), messageId),
    () => fact.message(messageId),
  );
}

/** What is acknowledged is the claim with its receipt: there is no claim without. */
async function claim({ journal, anyServer }: Cast, { id, payment_url: page }: Order): Promise<void> {
  const receipt = await photo();
  await journal.perform(
    () => claimAt(anyServer(), page, receipt),
    () => fact.claim(id),
  );
}

async function appeal(cast: Cast, order: Order): Promise<void> {
  const { merchant, trader, journal, random } = cast;
  const [headers, file] = [idempotencyKey(), await photo()];
  const opened = await journal.perform(
    () =>
      merchant.api.call(openMerchantAppeal, {
        params: { id: order.id },
        headers,
        file,
        body: { amount: order.amount },
      }),
    () => fact.appeal(order.id),
  );
  if (opened === undefined) return;
  const { id } = opened;
  const params = { id };
  const give = () =>
    journal.perform(
      () => trader.call(confirmAppeal, { params }),
      () => fact.appealStatus(id, 'PROCESSED'),
    );
  if (random() < 0.5) return void (await give());
  await journal.perform(
    () => trader.call(declineAppeal, { params }),
    () => fact.appealStep(id, 'decline'),
  );
  const answer = idempotencyKey();
  if (random() < 0.5) {
    await journal.perform(
      () =>
        merchant.api.call(contestMerchantAppeal, {
          params,
          headers: answer,
          body: { comment: 'Деньги ушли, вот чек' },
        }),
      () => fact.appealStep(id, 'contest'),
    );
    return void (await give());
  }
  await journal.perform(
    () => merchant.api.call(acceptMerchantAppeal, { params, headers: answer }),
    () => fact.appealStatus(id, 'CLOSED'),
  );
  await confirm(cast, order);
}

async function payOut({ merchant, trader, journal, random }: Cast): Promise<void> {
  const external_id = randomUUID();
  const headers = idempotencyKey(external_id);
  const body = { amount: '1000', method: 'sbp', fio: 'Пётр', phone: '+79995554433', external_id } as const;
  const created = await journal.perform(
    () => merchant.api.call(createMerchantPayout, { headers, body }),
    () => fact.payout(external_id),
  );
  if (created === undefined) return;
  const { id } = created;
  const params = { id };
  if (random() < 0.4) {
    const headers = idempotencyKey();
    await journal.perform(
      () => merchant.api.call(cancelMerchantPayout, { params, headers }),
      () => fact.payoutCancelled(id),
    );
    return;
  }
  const taken = await journal.perform(
    () => trader.call(takePayout, { params }),
    () => fact.payoutTaken(id),
  );
  if (taken === undefined) return;
  if (random() < 0.3) {
    await journal.perform(
      () => trader.call(freePayout, { params }),
      () => fact.payoutEnded(id, 'given_up'),
    );
    return;
  }
  const file = await photo();
  // A second proof takes the first one's place: it is no operation of the journal.
  await untilDecided(() => trader.call(uploadPayoutPhoto, { params, file }));
  await journal.perform(
    () => trader.call(confirmPayout, { params }),
    () => fact.payoutEnded(id, 'done'),
  );
}

const STORIES = [
  ['confirmed', 50],
  ['heard of', 15],
  ['cancelled', 15],
  ['left', 5],
  ['appealed', 7],
  ['payout', 8],
] as const;

/** One order or payout from its beginning to some end; every step is an operation of the journal. */
export async function tellStory(cast: Cast): Promise<void> {
  const story = pickWeighted(cast.random, STORIES);
  if (story === 'payout') return payOut(cast);
  const order = await createOrder(cast);
  if (order === undefined || story === 'left') return undefined;
  if (story === 'cancelled') return cancel(cast, order);
  if (story === 'appealed') {
    await claim(cast, order);
    return appeal(cast, order);
  }
  if (story === 'heard of' && cast.phone !== undefined) return hear(cast, order);
  await confirm(cast, order);
}
