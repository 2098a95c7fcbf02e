import type { Database } from '../../../db/pool.ts';
import { transaction, type Tx } from '../../../db/tx.ts';
import type { PersonActor } from '../../../kernel/actor.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { forbidden, notFound } from '../../../kernel/errors.ts';
import {
  keepServerWithdrawals,
  lockAccount,
  readServerWithdrawals,
  setServerWithdrawals,
} from '../../accounts/index.ts';
import { accountObject, appendChange } from '../../audit/index.ts';
import type { Once } from '../../idempotency/index.ts';
import {
  cancelOpenWithdrawal,
  getWithdrawal,
  listWallets,
  openWithdrawal,
  type Withdrawal,
  type WithdrawalRequest,
} from '../../withdrawals/index.ts';

interface Deps {
  db: Database;
  clock: Clock;
}

/** The merchant's leave, which stays as it is until the transaction ends: whoever takes it back waits, and then nothing goes. */
async function assertLet(tx: Tx, merchantId: string): Promise<void> {
  if (await keepServerWithdrawals(tx, merchantId)) return;
  throw forbidden(
    'Вывод по API выключен. Включить его может владелец аккаунта: «Разработчику → Ключи»',
    'withdrawals_disabled',
  );
}

/**
 * A merchant's server withdraws, once, by the rules that hold for their people.
 * @throws ApiError 403 `withdrawals_disabled`, 404 for a wallet that is not theirs, the errors of openWithdrawal and `once`.
 */
export function withdraw<Answer>(
  { db, clock }: Deps,
  merchantId: string,
  request: WithdrawalRequest & { apiKeyId: string },
  once: Once<Withdrawal, Answer>,
): Promise<Answer> {
  const at = clock();
  return transaction(db, (tx) =>
    once.run(tx, async () => {
      await assertLet(tx, merchantId);
      const own = await listWallets(tx, merchantId);
      if (!own.some(({ id }) => id === request.walletId)) throw notFound();
      return getWithdrawal(tx, merchantId, await openWithdrawal(tx, merchantId, request, at));
    }),
  );
}

/** Takes a withdrawal back, once. @throws ApiError 403 `withdrawals_disabled`, the errors of cancelOpenWithdrawal and `once`. */
export function takeBack<Answer>(
  { db, clock }: Deps,
  merchantId: string,
  id: string,
  once: Once<Withdrawal, Answer>,
): Promise<Answer> {
  const at = clock();
  return transaction(db, (tx) =>
    once.run(tx, async () => {
      await assertLet(tx, merchantId);
      return cancelOpenWithdrawal(tx, { id: merchantId }, id, at);
    }),
  );
}

/** The owner lets the account's keys withdraw, or takes that back: from then on no key does. */
export async function letServerWithdraw({ db, clock }: Deps, by: PersonActor, isOn: boolean): Promise<boolean> {
  const at = clock();
  return transaction(db, async (tx) => {
    const account = await lockAccount(tx, by.accountId);
    if (account === undefined) throw notFound();
    const before = { server_withdrawals: await readServerWithdrawals(tx, account.id) };
    await setServerWithdrawals(tx, account, isOn);
    const change = { action: 'set-server-withdrawals', object: accountObject(account.id), before };
    await appendChange(tx, { actor: by, ...change, after: { server_withdrawals: isOn } }, at);
    return isOn;
  });
}
