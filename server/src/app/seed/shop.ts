import { drawMethod } from '@kantor/demo/amounts.ts';
import type { Random } from '@kantor/demo/random.ts';
import { transaction, type Tx } from '../../db/tx.ts';
import { after } from '../../kernel/clock.ts';
import { ApiError } from '../../kernel/errors.ts';
import { confirmAppeal, declineAppeal, openAppeal } from '../../modules/appeals/index.ts';
import { cancelOrder, confirmOrder, expireDueOrders, issueOrder, type Order } from '../../modules/orders/index.ts';
import type { Agenda } from './agenda.ts';
import type { Fate } from './fates.ts';
import { payersClaim } from './market.ts';
import { inOneTransaction } from '../../db/one-transaction.ts';
import { hearPhones } from './phones.ts';

interface World {
  tx: Tx;
  agenda: Agenda;
  random: Random;
  merchantId: string;
  /** Told of every order when it is paid: a phone may hear of it, and close it by that. */
  hearPayment: (order: Order) => Promise<void>;
  /** Of the story, from 0. */
  day: number;
}

/** The first number that the shop gives to an order, and how many it keeps for each day. */
const FIRST_NUMBER = 104_201;
const NUMBERS_A_DAY = 70;
/** The expiry job looks every second. */
const SECOND = 1000;

/** How often a trader confirms before his phone has heard of the money. */
const TRADER_IS_FASTER = 0.2;
const BANK_IS_LATE = 40 * SECOND;
const LOOKS_AFTER = 50 * SECOND;

/** What the marketplace refuses (no free requisite, no money left) just does not happen. */
async function ifAllowed<Result>(act: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) return undefined;
    throw error;
  }
}

/** Makes the function by which the demo shop creates an order of so many kopecks, whose fate then unfolds on the agenda. */
export function openShop({ tx, agenda, random, merchantId, hearPayment, day }: World) {
  const db = inOneTransaction(tx);
  const { clock } = agenda;
  const deps = { db, clock };
  let number = FIRST_NUMBER + day * NUMBERS_A_DAY;

  const later = (milliseconds: number, act: () => Promise<unknown>) =>
    agenda.add(after(clock(), milliseconds), async () => {
      await ifAllowed(act);
    });

  const expire = async () => {
    await expireDueOrders(deps);
  };

  const confirm = (order: Order, event: 'confirm' | 'confirm-expired') =>
    confirmOrder(deps, order.traderId, order.id, event);

  /** The bank tells of the money, mostly before the trader has looked for himself. */
  const pay = (order: Order, event: 'confirm' | 'confirm-expired') => async () => {
    const [heardAfter, confirmedAfter] = random() < TRADER_IS_FASTER ? [BANK_IS_LATE, 0] : [0, LOOKS_AFTER];
    later(heardAfter, () => hearPayment(order));
    later(confirmedAfter, () => confirm(order, event));
  };

  const appeal =
    (order: Order, { decision }: Fate & { kind: 'appealed' }) =>
    async () => {
      const amount = payersClaim(random, order.amount);
      const id = await openAppeal(deps, { merchantId, orderId: order.id, amount });
      if (decision === undefined) return;
      const { judge, confirmed } = decision;
      const who = judge === 'trader' ? ({ role: judge, id: order.traderId } as const) : ({ role: judge } as const);
      later(decision.after, () => (confirmed ? confirmAppeal : declineAppeal)(deps, who, id));
      // Declined, it may come back to life only to expire.
      later(decision.after + SECOND, expire);
    };

  const unfold = (order: Order, fate: Fate) => {
    const lifetime = order.expiresAt.getTime() - clock().getTime() + SECOND;
    const cancel = () => transaction(db, (tx) => cancelOrder(tx, merchantId, order.id, clock()));
    switch (fate.kind) {
      case 'paid':
        return later(fate.after, pay(order, 'confirm'));
      case 'cancelled':
        return later(fate.after, cancel);
      case 'expired':
        later(lifetime, expire);
        if (fate.confirmAfter !== undefined) later(lifetime + fate.confirmAfter, pay(order, 'confirm-expired'));
        return;
      case 'appealed': {
        const lost = fate.from === 'EXPIRED' ? lifetime : 0;
        if (fate.from === 'EXPIRED') later(lifetime, expire);
        if (fate.from === 'DECLINED') later(fate.after / 10, cancel);
        return later(lost + fate.after, appeal(order, fate));
      }
    }
  };

  return async function createOrder(amount: bigint, fate: Fate, bankId?: number): Promise<void> {
    const externalId = `SHOP-${(number += 1)}`;
    const request = {
      merchantId,
      externalId,
      amount,
      method: drawMethod(random),
      bankId,
      callbackUrl: undefined,
    };
    await hearPhones(tx, clock());
    const order = await ifAllowed(() => issueOrder(deps, request, (work) => transaction(db, work)));
    if (order !== undefined) unfold(order, fate);
  };
}
