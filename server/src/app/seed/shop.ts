import { drawMethod } from '@kantor/demo/amounts.ts';
import type { Random } from '@kantor/demo/random.ts';
import { createTurns } from '../../db/turns.ts';
import type { Tx } from '../../db/tx.ts';
import { after, MINUTE, SECOND } from '../../kernel/clock.ts';
import { ApiError } from '../../kernel/errors.ts';
import { unkept } from '../../modules/idempotency/index.ts';
import {
  acceptAppeal,
  confirmAppeal,
  contestAppeal,
  declineAppeal,
  endOverdueTurns,
  openAppeal,
  refuseAppeal,
  splitAppeal,
  USUAL_ANSWERS,
} from '../../modules/appeals/index.ts';
import {
  cancelOrder,
  confirmOrder,
  type DemandCounter,
  expireDueOrders,
  issueOrder,
  type Order,
} from '../../modules/orders/index.ts';
import { payersClaim } from './market.ts';
import { inOneTransaction } from '../../db/one-transaction.ts';
import type { Decision, Outcome } from './outcomes.ts';
import type { Schedule } from './schedule.ts';

interface ShopContext {
  /** Counts what the shop asks for. */
  demand: DemandCounter;
  tx: Tx;
  schedule: Schedule;
  random: Random;
  merchantId: string;
  /** May send the bank's message about a paid order. */
  notifyPayment: (order: Order) => Promise<void>;
  /** From 0. */
  day: number;
}

/** The first number that the shop gives to an order, and how many it keeps for each day. */
const FIRST_NUMBER = 104_201;
const NUMBERS_A_DAY = 70;
/** The expiry job runs every second. */
const EXPIRY_INTERVAL_MS = SECOND;

/** The share of orders that a trader confirms before the bank's message. */
const TRADER_IS_FASTER = 0.2;
const LATE_MESSAGE_MS = 40 * SECOND;
const CONFIRMS_AFTER_MS = 50 * SECOND;

/** By day and by night a trader's time is over by then. */
const LAPSED_AFTER_MS = USUAL_ANSWERS.nightMs + MINUTE;

/** Skips an act that the marketplace refuses: no free requisite, no money left. */
async function ifAllowed<Result>(act: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) return undefined;
    throw error;
  }
}

/** Makes the function by which the demo shop creates an order of so many kopecks, whose outcome then scheduleOutcomes on the schedule. */
export function openShop({ tx, schedule, random, merchantId, notifyPayment, demand, day }: ShopContext) {
  const db = inOneTransaction(tx);
  const { clock } = schedule;
  const deps = { db, clock, turns: createTurns({ db, clock }), demand };
  let number = FIRST_NUMBER + day * NUMBERS_A_DAY;

  const later = (milliseconds: number, act: () => Promise<unknown>) =>
    schedule.add(after(clock(), milliseconds), async () => {
      await ifAllowed(act);
    });

  const expire = async () => {
    await expireDueOrders(deps);
  };

  const confirm = (order: Order, event: 'confirm' | 'confirm-expired') =>
    confirmOrder(deps, order.traderId, { id: order.id, event });

  /** The bank's message mostly comes before the trader's confirmation. */
  const pay = (order: Order, event: 'confirm' | 'confirm-expired') => async () => {
    const [messageAfter, confirmedAfter] = random() < TRADER_IS_FASTER ? [LATE_MESSAGE_MS, 0] : [0, CONFIRMS_AFTER_MS];
    later(messageAfter, () => notifyPayment(order));
    later(confirmedAfter, () => confirm(order, event));
  };

  // The seed has no files: its traders decline large claims, too.
  const rounds = { ...deps, answers: { ...USUAL_ANSWERS, proofAbove: 10n ** 12n } };
  const lapse = () => endOverdueTurns(rounds);

  /** The operator decides, at the end of the trader's silence or of both sides' words. */
  const decide =
    (id: string, amount: bigint, { how, comment }: Decision) =>
    async () => {
      await lapse();
      const who = { role: 'operator', name: 'operator' } as const;
      if (how === 'confirmed') return confirmAppeal(deps, who, id, undefined, undefined, comment);
      if (how === 'split') return splitAppeal(deps, who, { id, amount: amount / 2n, comment });
      return declineAppeal(deps, who, id, { reason: 'fake_receipt', comment });
    };

  const appeal =
    (order: Order, { answer, contestAfter, acceptAfter, decision }: Outcome & { kind: 'appealed' }) =>
    async () => {
      const amount = payersClaim(random, order.amount);
      const comment = 'Плательщик прислал чек и ждёт товар';
      const id = await openAppeal(deps, { merchantId, orderId: order.id, amount, comment });
      const trader = { role: 'trader', id: order.traderId } as const;
      const merchant = { role: 'merchant', id: merchantId } as const;
      if (answer) {
        const { reason } = answer;
        later(answer.after, () =>
          reason === null ? confirmAppeal(deps, trader, id) : refuseAppeal(rounds, trader, id, { reason }),
        );
      }
      if (contestAfter !== undefined)
        later(contestAfter, () => contestAppeal(rounds, merchant, id, 'Деньги списаны, вот выписка плательщика'));
      if (acceptAfter !== undefined) later(acceptAfter, () => acceptAppeal(deps, merchant, id));
      if (decision) later(decision.after, decide(id, amount, decision));
      // Declined, it may come back to life only to expire.
      later((decision?.after ?? acceptAfter ?? answer?.after ?? 0) + EXPIRY_INTERVAL_MS, expire);
      later(LAPSED_AFTER_MS, lapse);
    };

  const scheduleOutcome = (order: Order, outcome: Outcome) => {
    const lifetime = order.expiresAt.getTime() - clock().getTime() + EXPIRY_INTERVAL_MS;
    const cancel = () =>
      cancelOrder(
        deps,
        merchantId,
        order.id,
        unkept((order) => order),
      );
    switch (outcome.kind) {
      case 'paid':
        return later(outcome.after, pay(order, 'confirm'));
      case 'cancelled':
        return later(outcome.after, cancel);
      case 'expired':
        later(lifetime, expire);
        if (outcome.confirmAfter !== undefined) later(lifetime + outcome.confirmAfter, pay(order, 'confirm-expired'));
        return;
      case 'appealed': {
        const lost = outcome.from === 'EXPIRED' ? lifetime : 0;
        if (outcome.from === 'EXPIRED') later(lifetime, expire);
        if (outcome.from === 'DECLINED') later(outcome.after / 10, cancel);
        return later(lost + outcome.after, appeal(order, outcome));
      }
    }
  };

  return async function createOrder(amount: bigint, outcome: Outcome, bankId?: number): Promise<void> {
    const externalId = `SHOP-${(number += 1)}`;
    const request = {
      merchantId,
      externalId,
      amount,
      method: drawMethod(random),
      bankId,
      callbackUrl: undefined,
    };
    const order = await ifAllowed(() =>
      issueOrder(
        deps,
        request,
        unkept((order) => order),
      ),
    );
    if (order !== undefined) scheduleOutcome(order, outcome);
  };
}
