import { getMerchantAppeal } from '@kantor/contract/wire/merchant-appeals.ts';
import { MINUTE } from '../../src/kernel/clock.ts';
import * as appeals from '../../src/modules/appeals/index.ts';
import { expireDueOrders } from '../../src/modules/orders/index.ts';
import { kantorTest } from '../support/fixtures.ts';
import { rub } from '../support/money.ts';

export type Shown = Awaited<ReturnType<typeof shownType>>;
declare const shownType: () => Promise<{
  status: string;
  stage: string | null;
  round: number;
  outcome: string | null;
  answer_until: string | null;
  steps: { step: string; by: string; reason: string | null; comment: string | null; files: string[] }[];
}>;

const OPERATOR = { role: 'operator', name: 'anna' } as const;
export const COMMENT = 'Деньги списаны';

interface Sides {
  trader: { role: 'trader'; id: string };
  merchant: { role: 'merchant'; id: string };
}

/** The steps of an appeal, each by whose it is. */
export const stepsOn = (deps: Parameters<typeof appeals.refuseAppeal>[0], sides: Sides, id: string) => ({
  refuse: () => appeals.refuseAppeal(deps, sides.trader, id, { reason: 'not_received' }),
  contest: () => appeals.contestAppeal(deps, sides.merchant, id, COMMENT),
  accept: () => appeals.acceptAppeal(deps, sides.merchant, id),
  escalate: (side: 'trader' | 'merchant') => appeals.escalateAppeal(deps, sides[side], id),
  give: () => appeals.confirmAppeal(deps, sides.trader, id),
  lapse: () => appeals.endOverdueTurns(deps),
  confirm: (found: string) => appeals.confirmAppeal(deps, OPERATOR, id, rub(found)),
  split: (part: string) => appeals.splitAppeal(deps, OPERATOR, { id, amount: rub(part), comment: 'пополам' }),
  decline: () => appeals.declineAppeal(deps, OPERATOR, id, { reason: 'fake_receipt' }),
});

export const test = kantorTest
  /** An appeal for so many roubles against an order of 1 500 RUB = 15 USDT that has expired. */
  .extend('appealFor', ({ kantor }) => async (amount = '1500') => {
    const { trader, merchant, order } = await kantor.activeOrder({ balance: '1000', bankId: 3 });
    kantor.pass(15 * MINUTE);
    await expireDueOrders(kantor);
    const id = await appeals.openAppeal(kantor, { merchantId: merchant.id, orderId: order.id, amount: rub(amount) });
    const sides = {
      trader: { role: 'trader', id: trader.id },
      merchant: { role: 'merchant', id: merchant.id },
    } as const;
    const deps = { ...kantor, answers: appeals.USUAL_ANSWERS };
    const read = async () => (await merchant.api.call(getMerchantAppeal, { params: { id } })) as Shown;
    const take = stepsOn(deps, sides, id);
    return { id, trader, merchant, order, read, take };
  });
