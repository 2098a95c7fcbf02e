import { z } from 'zod';
import * as fundsRoutes from '../plain/funds-routes.ts';
import { call, id, idParams, page, pageQuery, timestamp } from './call.ts';
import { usdt } from './money.ts';
import { listNarrowing, listTotals, narrowedPage, narrowing } from './narrowing.ts';

const deposit = z.strictObject({
  id,
  tx_hash: z.string(),
  amount: usdt,
  block_number: z.number().int(),
  timestamp,
});

/** Blocks on top of the transaction's own and how many it needs: with so many the USDT is on the balance. */
const confirmations = { confirmations: z.number().int(), confirmations_needed: z.number().int() };

export const listDeposits = call({
  ...fundsRoutes.listDeposits,
  summary: 'Поступления USDT на кошелёк трейдера, новые сверху',
  query: pageQuery(10, listNarrowing(usdt)),
  ok: 200,
  response: narrowedPage(deposit),
});

export const getDepositTotals = call({
  ...fundsRoutes.getDepositTotals,
  summary: 'Сколько поступлений и на какую сумму',
  query: z.strictObject(narrowing(usdt)),
  ok: 200,
  response: listTotals(usdt),
});

export const listPendingDeposits = call({
  ...fundsRoutes.listPendingDeposits,
  summary: 'Поступления USDT, которые уже видны в сети, но ещё не зачислены, новые сверху; не больше ста',
  ok: 200,
  response: page(deposit.extend(confirmations)),
});

export const getDeposit = call({
  ...fundsRoutes.getDeposit,
  summary: 'Поступление USDT, зачисленное или ещё нет',
  params: idParams,
  ok: 200,
  /**
   * `raw_data`: the transaction as the chain has it, as JSON text. `confirmations` is null once it is credited; until then it
   * may also vanish, when the chain's end is reorganised, and is a 404 from then on.
   */
  response: deposit.extend({
    raw_data: z.string(),
    confirmations: confirmations.confirmations.nullable(),
    confirmations_needed: confirmations.confirmations_needed,
  }),
});
