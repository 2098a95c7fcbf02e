import type { Tx } from '../../db/tx.ts';
import { after, MINUTE } from '../../kernel/clock.ts';
import { accept, type Change, lockCorrection, propose } from '../../modules/corrections/index.ts';
import { readBalances } from '../../modules/ledger/index.ts';
import { readMerchantOrders } from '../../modules/orders/index.ts';
import { readAccountByName } from '../../modules/accounts/index.ts';

const USDT = 1_000_000n;
const DEBT = 25n * USDT;
const REVERSAL_DAYS = 30;
/** A page of closed orders; the last of them is some hours old. */
const ORDERS = { page: 1, pageSize: 30, status: 'CLOSED' } as const;

/**
 * Two operators take back what an order paid, and correct a balance that was carried over wrongly: the shop was short of what
 * they took, owed the rest, and paid that first when the balance came back.
 */
export async function correctPayments(tx: Tx, operators: readonly [string, string], at: Date): Promise<void> {
  const merchant = await readAccountByName(tx, 'merchant');
  if (merchant === undefined) return;
  const [proposedById, acceptedById] = operators;
  const correct = async (change: Change, reason: string) => {
    const id = await propose(tx, { change, reason, proposedById }, at);
    const proposal = await lockCorrection(tx, id, at);
    if (proposal) await accept(tx, proposal, acceptedById, { reversalDays: REVERSAL_DAYS }, at);
  };

  const { results } = await readMerchantOrders(tx, merchant.id, ORDERS);
  const order = results.findLast(({ createdAt }) => after(createdAt, MINUTE) < at);
  if (order !== undefined)
    await correct(
      { kind: 'reversal', orderId: order.id, amount: order.amount },
      'Банк вернул перевод отправителю: счёт, с которого он пришёл, оспорил его владелец',
    );

  const { available } = await readBalances(tx, merchant.id);
  const balance = { kind: 'adjustment', userId: merchant.id, account: 'available', against: 'revenue' } as const;
  await correct({ ...balance, amountUsdt: -available - DEBT }, 'Остаток перенесён дважды: снимаем лишнее');
  await correct({ ...balance, amountUsdt: available + DEBT }, 'Снято по ошибке: возвращаем остаток, долг погашен');
}
