import { idempotencyKey } from '@kantor/contract/client.ts';
import { formatMinorUnits, parseMinorUnits, SCALE } from '@kantor/contract/plain/money.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import { cancelBatch, mapBatch, startBatch, stopBatch, uploadBatch } from '@kantor/contract/wire/batches.ts';
import { cancelMerchantPayout, createMerchantPayout } from '@kantor/contract/wire/merchant-payouts.ts';
import {
  confirmPayout,
  contestPayout,
  freePayout,
  takePayout,
  uploadPayoutPhoto,
} from '@kantor/contract/wire/payouts.ts';
import {
  cancelTraderWithdrawal,
  cancelWithdrawal,
  createTraderWithdrawal,
  createWithdrawal,
} from '@kantor/contract/wire/withdrawals.ts';
import { sql } from 'kysely';
import { photo } from '../harness/files.ts';
import type { Person } from '../harness/market.ts';
import { type Deed, type Deeds, numberOf, type World } from './world.ts';

const ROWS = 6;

/** What is done with a payout in work by whoever has it. */
const ofWorker =
  (deed: (worker: Person, id: string) => Promise<unknown>): Deed =>
  async ({ market, payers, traders, recent }) => {
    const { rows } = await sql<{ id: string; traderId: string }>`
      select id, trader_id as "traderId" from payout where status = 'IN_WORK'`.execute(market.db);
    const { id, traderId } = recent(rows);
    const worker = [...payers, ...traders].find((trader) => trader.id === traderId);
    return worker && deed(worker, id);
  };

const prove = async (worker: Person, id: string) =>
  worker.call(uploadPayoutPhoto, { params: { id }, file: await photo() });

const microUsdt = (usdt: string | number): bigint => parseMinorUnits(String(usdt), SCALE.usdt) ?? 0n;

/** What the good rows of a file hold. */
const heldFor = ({ amount_in_usdt: amount, fee_in_usdt: fee }: Wire<typeof mapBatch>['good']): string =>
  formatMinorUnits(microUsdt(amount) + microUsdt(fee), SCALE.usdt);

async function withdraw(world: World, owner: Person): Promise<void> {
  const call = owner.role === 'merchant' ? createWithdrawal : createTraderWithdrawal;
  const body = { amount_in_usdt: 100 + world.below(50), wallet_id: world.wallets.get(owner.id) ?? '' };
  const { id } = await owner.call(call, { body });
  world.made.withdrawals.push({ id, owner });
}

/** What shops and traders do with payouts, files of payouts, and withdrawals. */
export const PAYOUT_DEEDS: Deeds = {
  'a payout': [
    4,
    async ({ one, below, shops, made }) => {
      const shop = one(shops);
      const { id } = await shop.api.call(createMerchantPayout, {
        headers: idempotencyKey(),
        body: {
          amount: String(100 + below(500)),
          method: 'sbp',
          fio: 'Пётр Петров',
          phone: '+79991234567',
          external_id: numberOf(),
        },
      });
      made.payouts.push({ id, shop });
    },
  ],
  'a payout that is taken': [
    5,
    async ({ one, payers, traders, recent, made }) =>
      one([...payers, ...traders]).call(takePayout, { params: { id: recent(made.payouts).id } }),
  ],
  'a proof': [4, ofWorker(prove)],
  'a payout that is made': [5, ofWorker((worker, id) => worker.call(confirmPayout, { params: { id } }))],
  'a payout that is given up': [1, ofWorker((worker, id) => worker.call(freePayout, { params: { id } }))],
  'a payout from beginning to end': [
    4,
    async ({ one, payers, recent, made }) => {
      const [payer, { id }] = [one(payers), recent(made.payouts)];
      await payer.call(takePayout, { params: { id } });
      await prove(payer, id);
      return payer.call(confirmPayout, { params: { id } });
    },
  ],
  'a payout that is contested': [
    3,
    async ({ market, shops, recent }) => {
      const { rows } = await sql<{ id: string; shopId: string }>`
        select id, merchant_id as "shopId" from payout where settlement = 'contestable'`.execute(market.db);
      const { id, shopId } = recent(rows);
      const shop = shops.find((each) => each.id === shopId);
      return shop?.call(contestPayout, { params: { id }, body: { reason: 'Не пришло' } });
    },
  ],
  'a payout that is cancelled': [
    1,
    async ({ recent, made }) => {
      const { id, shop } = recent(made.payouts);
      return shop.api.call(cancelMerchantPayout, { headers: idempotencyKey(), params: { id } });
    },
  ],
  'a file of payouts': [
    1,
    async ({ one, below, shops }) => {
      const shop = one(shops);
      const rows = Array.from(
        { length: ROWS },
        () => `${100 + below(50)};Пётр Петров;+7999555${1000 + below(9000)};Т-Банк`,
      );
      const file = new File([['Сумма;ФИО;Телефон;Банк получателя', ...rows].join('\r\n')], 'выплаты.csv');
      const { id, columns } = await shop.call(uploadBatch, { file });
      const params = { id };
      const { good } = await shop.call(mapBatch, { params, body: { columns } });
      await shop.call(startBatch, { params, body: { held_in_usdt: heldFor(good) } });
      const end = one([stopBatch, cancelBatch, undefined]);
      return end && shop.call(end, { params });
    },
  ],
  'a withdrawal': [2, async (world) => withdraw(world, world.one([...world.shops, ...world.traders]))],
  'a withdrawal that is cancelled': [
    2,
    async ({ recent, made }) => {
      const { id, owner } = recent(made.withdrawals);
      return owner.call(owner.role === 'merchant' ? cancelWithdrawal : cancelTraderWithdrawal, { params: { id } });
    },
  ],
};
