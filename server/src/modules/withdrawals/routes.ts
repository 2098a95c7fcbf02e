import * as calls from '@kantor/contract/wire/withdrawals.ts';
import type { Bind } from '../../http/endpoint.ts';
import { toPage } from '../../http/page.ts';
import { onceIfKeyed, optionalKey } from '../idempotency/index.ts';
import {
  addWallet,
  createWithdrawal,
  type Deps,
  getWithdrawal,
  listWallets,
  listWithdrawals,
} from './service/withdrawals.ts';
import { toWallet, toWithdrawal } from './wire.ts';

export function withdrawalRoutes(bind: Bind, deps: Deps): void {
  const { db, clock } = deps;
  bind(calls.listWallets, async ({ caller }) => {
    const wallets = await listWallets(db, caller.id);
    return { count: wallets.length, results: wallets.map(toWallet) };
  });
  bind(calls.createWallet, async ({ caller, body }) =>
    toWallet(await addWallet(deps, caller.id, body.wallet_to_withdraw)),
  );
  bind(calls.listWithdrawals, async ({ caller, query }) =>
    toPage(await listWithdrawals(db, caller.id, query), toWithdrawal),
  );
  bind(calls.getWithdrawal, async ({ caller, params }) => toWithdrawal(await getWithdrawal(db, caller.id, params.id)));
  bind(calls.createWithdrawal, ({ caller, body, request }) => {
    const { amount_in_usdt: amountUsdt, wallet_id: walletId } = body;
    const once = onceIfKeyed(optionalKey(request, caller.id, clock()), calls.createWithdrawal.response, toWithdrawal);
    return createWithdrawal(deps, caller.id, { amountUsdt, walletId }, once);
  });
}
