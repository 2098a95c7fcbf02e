import type { Route } from '@kantor/contract/plain/routes.ts';
import { listOpenWithdrawals } from '@kantor/contract/wire/platform/withdrawals.ts';
import * as calls from '@kantor/contract/wire/withdrawals.ts';
import { ownerAtWork } from '../../http/actor.ts';
import type { Bind } from '../../http/endpoint.ts';
import { bindList } from '../../http/list.ts';
import { toListTotals } from '../../http/page.ts';
import { logOf } from '../../http/request-log.ts';
import { securityEvent } from '../../kernel/security-event.ts';
import { onceIfKeyed, optionalKey } from '../idempotency/index.ts';
import { traderWalletList, traderWithdrawalList, walletList, withdrawalList } from './lists.ts';
import { addWallet, type Deps, removeWallet } from './service/wallets.ts';
import { cancelWithdrawal, createWithdrawal, getWithdrawal, listOpen, sumWithdrawals } from './service/withdrawals.ts';
import { toOpenWithdrawal, toWallet, toWithdrawal } from './wire.ts';

/** The same calls, for whichever role: they live at other addresses and need other rights. */
type OfSomeRole<C extends Route> = Omit<C, keyof Route> & Route;

type OwnerCalls = {
  [Name in 'createWallet' | 'removeWallet' | 'getWithdrawal' | 'createWithdrawal' | 'cancelWithdrawal']: OfSomeRole<
    (typeof calls)[Name]
  >;
};

const TRADERS_CALLS: OwnerCalls = {
  createWallet: calls.createTraderWallet,
  removeWallet: calls.removeTraderWallet,
  getWithdrawal: calls.getTraderWithdrawal,
  createWithdrawal: calls.createTraderWithdrawal,
  cancelWithdrawal: calls.cancelTraderWithdrawal,
};

export function withdrawalRoutes(bind: Bind, deps: Deps): void {
  for (const list of [walletList, traderWalletList, withdrawalList, traderWithdrawalList]) bindList(bind, deps, list);
  for (const call of [calls.getWithdrawalTotals, calls.getTraderWithdrawalTotals])
    bind(call, async ({ caller, query }) => toListTotals(await sumWithdrawals(deps.db, caller.id, query)));
  bindOwner(bind, calls, deps);
  bindOwner(bind, TRADERS_CALLS, deps);
  bind(listOpenWithdrawals, async () => {
    const { count, total, results } = await listOpen(deps.db);
    return { count, total_usdt: total, results: results.map(toOpenWithdrawal) };
  });
}

function bindOwner(bind: Bind, own: OwnerCalls, deps: Deps): void {
  const { db, clock } = deps;
  bind(own.createWallet, async ({ caller, body, request }) => {
    const wallet = await addWallet(deps, ownerAtWork(caller, request), body.wallet_to_withdraw);
    securityEvent(logOf(request), 'wallet_added', { user_id: caller.id, wallet_id: wallet.id, address: request.ip });
    return toWallet(wallet, clock());
  });
  bind(own.removeWallet, async ({ caller, params, request }) => {
    const wallet = await removeWallet(deps, ownerAtWork(caller, request), params.id);
    securityEvent(logOf(request), 'wallet_removed', { user_id: caller.id, wallet_id: wallet.id, address: request.ip });
    return toWallet(wallet, clock());
  });
  bind(own.getWithdrawal, async ({ caller, params }) => toWithdrawal(await getWithdrawal(db, caller.id, params.id)));
  bind(own.createWithdrawal, ({ caller, body, request }) => {
    const { amount_in_usdt: amountUsdt, wallet_id: walletId } = body;
    const once = onceIfKeyed(optionalKey(request, caller.id, clock()), own.createWithdrawal.response, toWithdrawal);
    return createWithdrawal(deps, ownerAtWork(caller, request), { amountUsdt, walletId }, once);
  });
  bind(own.cancelWithdrawal, async ({ caller, params, request }) =>
    toWithdrawal(await cancelWithdrawal(deps, ownerAtWork(caller, request), params.id)),
  );
}
