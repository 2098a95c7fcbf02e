import { randomBytes } from 'node:crypto';
import { between, type Random } from '@kantor/demo/random.ts';
import { inOneTransaction } from '../../db/one-transaction.ts';
import { transaction, type Tx } from '../../db/tx.ts';
import { after, HOUR } from '../../kernel/clock.ts';
import { readBalances } from '../../modules/ledger/index.ts';
import { readAccountByName } from '../../modules/accounts/index.ts';
import {
  addWallet,
  cancelWithdrawal,
  finishWithdrawal,
  listWallets,
  openWithdrawal,
  rejectWithdrawal,
} from '../../modules/withdrawals/index.ts';
import type { DemoDay } from './progress.ts';
import type { Schedule } from './schedule.ts';

const USDT = 1_000_000n;

/** People earn before they withdraw: the merchant every fourth day, the trader every sixth. */
const FIRST_DAY = 12;
const EVERY_DAYS = { merchant: 4, trader: 6 };

const ADDRESSES = {
  merchant: ['TBADRMJNrGMqCN8EC9FN5kBTqjgyzaXmpH', 'TFThhnoGNpzdQkGmbc2KaMe2b5sF4Juzq2'],
  trader: ['TJCx4A1XzNvy32sqbmi86xcURjRi1Etver'],
};

const REASON = 'Адрес принадлежит бирже, которая не принимает переводы от нас. Добавьте другой кошелёк';

interface WithdrawalContext {
  tx: Tx;
  demoDay: DemoDay;
  schedule: Schedule;
  random: Random;
}

/** The merchant and a trader take USDT out: the operator sends most withdrawals, rejects some, and some are cancelled. */
export async function withdrawUsdt({ tx, demoDay: { day }, schedule, random }: WithdrawalContext): Promise<void> {
  const db = inOneTransaction(tx);
  const { clock } = schedule;
  const deps = { db, clock, walletWaitMs: 0 };
  const inHours = (from: number, to: number, act: () => Promise<unknown>) =>
    schedule.add(after(clock(), between(random, from, to) * HOUR), async () => void (await act()));

  /** Every fifth comes back, rejected and cancelled by turns. */
  const end = async (ownerId: string, id: string, n: number) => {
    if (n % 5 !== 2) return finishWithdrawal(deps, id, randomBytes(32).toString('hex'));
    if (n % 2 === 0) return rejectWithdrawal(deps, id, { reason: REASON, evenSending: false });
    return cancelWithdrawal(deps, { id: ownerId }, id);
  };

  const withdraw = async (ownerId: string, amountUsdt: bigint, n: number) => {
    const [wallet] = await listWallets(db, ownerId);
    const { available } = await readBalances(db, ownerId);
    if (wallet === undefined || available < amountUsdt) return;
    const request = { amountUsdt, walletId: wallet.id };
    const id = await transaction(db, (step) => openWithdrawal(step, ownerId, request, clock()));
    inHours(2, 9, () => end(ownerId, id, n));
  };

  for (const role of ['merchant', 'trader'] as const) {
    const owner = await readAccountByName(tx, role);
    if (owner === undefined) continue;
    if (day === 1) for (const address of ADDRESSES[role]) await addWallet(deps, { id: owner.id }, address);
    const days = day - FIRST_DAY;
    if (days < 0 || days % EVERY_DAYS[role] !== 0) continue;
    // Merchants withdraw whole USDT, traders also parts.
    const amount =
      role === 'merchant'
        ? BigInt(Math.round(between(random, 4, 18)) * 50) * USDT
        : BigInt(Math.round(between(random, 3000, 30_000))) * (USDT / 100n);
    inHours(1, 12, () => withdraw(owner.id, amount, days / EVERY_DAYS[role]));
  }
}
