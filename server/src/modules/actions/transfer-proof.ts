import type { Reader } from '../../db/tx.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { type NodeOptions, proveTransfer, SourceError, type TransferProof } from '../chain/index.ts';
import { readWithdrawalById } from '../withdrawals/index.ts';
import { usdtText } from './facts.ts';

/** A withdrawal that a transaction is said to have sent. */
export interface Sent {
  transactionHash: string;
  wallet: string;
  /** Micro-USDT. */
  amountUsdt: bigint;
}

/** What a node says of a transfer; `unreachable`: it is of no use now. */
export type Confirmation = TransferProof['kind'] | 'unreachable';

export async function confirmTransfer(
  node: NodeOptions,
  { transactionHash, wallet, amountUsdt }: Sent,
): Promise<Confirmation> {
  const claimed = { txHash: transactionHash, to: wallet, amount: amountUsdt };
  try {
    return (await proveTransfer(node, claimed)).kind;
  } catch (error) {
    if (error instanceof SourceError) return 'unreachable';
    throw error;
  }
}

const REFUSALS = {
  unknown: 'Сеть не знает такой транзакции',
  unconfirmed: 'Транзакция ещё не окончательна: подождите минуту',
  failed: 'Транзакция в сети не прошла',
  other: 'Эта транзакция переводит не ту сумму или не на тот адрес',
  unreachable: 'Узел сети сейчас не отвечает',
} as const satisfies Record<Exclude<Confirmation, 'proven'>, string>;

/**
 * Asks the node, where there is one, whether a transaction brings a withdrawal's USDT to its wallet.
 * @throws ApiError 409 `transfer_unproven` when it does not.
 */
export async function assertSent(node: NodeOptions | undefined, sent: Sent): Promise<void> {
  if (node === undefined) return;
  const said = await confirmTransfer(node, sent);
  if (said === 'proven') return;
  throw conflict('transfer_unproven', `${REFUSALS[said]} (${usdtText(sent.amountUsdt)} USDT → ${sent.wallet})`);
}

/** What the chain says of a withdrawal that was sent. @throws ApiError 404. */
export async function transferOf(
  db: Reader,
  id: string,
  node: NodeOptions | undefined,
): Promise<Confirmation | 'none' | 'no_node'> {
  const withdrawal = await readWithdrawalById(db, id);
  if (withdrawal === undefined) throw notFound();
  const { transactionHash } = withdrawal;
  if (transactionHash === null) return 'none';
  return node === undefined ? 'no_node' : confirmTransfer(node, { ...withdrawal, transactionHash });
}
