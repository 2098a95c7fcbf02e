import { BATCH_HEADS } from '@kantor/contract/plain/batches.ts';
import { MEMBERS } from '@kantor/demo/accounts.ts';
import { PAYEES } from '@kantor/demo/payees.ts';
import { inOneTransaction } from '../../db/one-transaction.ts';
import type { Tx } from '../../db/tx.ts';
import { after } from '../../kernel/clock.ts';
import type { Owner } from '../../kernel/owner.ts';
import { makePiece, mapBatch, setSecondAbove, startBatch, uploadBatch } from '../../modules/payout-batches/index.ts';
import { USUAL_TERMS } from '../../modules/payouts/index.ts';
import { readMemberships, readPersonByName } from '../../modules/people/index.ts';

/** Kopecks: what a member may pay by a file alone. */
const SECOND_ABOVE = 50_000_00n;

const FILES = {
  done: { name: 'возвраты покупателям.csv', amounts: ['1200', '3500,00', '890'] },
  /** Of more than the shop has. */
  short: { name: 'поставщики.csv', amounts: ['2400', '49000000', '4100'] },
  waiting: { name: 'зарплата.csv', amounts: ['31000', '28500,00', '26000', 'по договору'] },
} as const;

const toFile = ({ name, amounts }: { name: string; amounts: readonly string[] }) => {
  const lines = amounts.map((amount, n) => {
    const payee = { phone: '', bank_account: '', ...(PAYEES[n] ?? PAYEES[0]) };
    return [amount, payee.fio, payee.phone, payee.bank_account, '', ''].join(';');
  });
  return { name, bytes: Buffer.from([Object.values(BATCH_HEADS).join(';'), ...lines].join('\r\n')) };
};

/** The shop's bookkeeper has paid by a file, by one that the balance is not enough for, and by one that the owner is to approve. */
export async function payByFiles(tx: Tx, at: Date): Promise<void> {
  const { username, of } = MEMBERS.finance;
  const [bookkeeper, owner] = [await readPersonByName(tx, username), await readPersonByName(tx, of)];
  const [account] = bookkeeper === undefined ? [] : await readMemberships(tx, bookkeeper.id);
  if (bookkeeper === undefined || owner === undefined || account === undefined)
    throw new Error(`The demo has no ${username}`);
  const { accountId } = account;
  const personAs = (personId: string, name: string): Owner => ({
    role: 'merchant',
    id: accountId,
    actor: { personId, name, accountId, address: '127.0.0.1', browser: '' },
  });
  // One after the other: lists are in the order of ids, which have the time.
  let steps = 0;
  const deps = { db: inOneTransaction(tx), clock: () => after(at, (steps += 1)), payoutTerms: USUAL_TERMS };
  const member = personAs(bookkeeper.id, username);
  const pay = async (file: { name: string; amounts: readonly string[] }, limit: bigint | null) => {
    await setSecondAbove(deps, personAs(owner.id, of), limit);
    const { batch } = await uploadBatch(deps, member, toFile(file));
    const { good, warned } = await mapBatch(deps, member, batch.id, batch.columns);
    const held = good.amountUsdt + good.fee + warned.amountUsdt + warned.fee;
    await startBatch(deps, member, batch.id, { held, withWarned: true, reason: 'Плановые выплаты' });
    while (await makePiece(deps, batch.id));
  };
  await pay(FILES.done, null);
  await pay(FILES.short, null);
  await pay(FILES.waiting, SECOND_ABOVE);
}
