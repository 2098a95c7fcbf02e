import type { KeyScope } from '@kantor/contract/plain/api-keys.ts';
import { mayDo } from '@kantor/contract/plain/rights.ts';
import { SBP_MEMBERS } from '@kantor/contract/plain/sbp-members.ts';
import * as keys from '@kantor/contract/wire/api-keys.ts';
import * as account from '@kantor/contract/wire/merchant-account.ts';
import * as appeals from '@kantor/contract/wire/merchant-appeals.ts';
import { getMerchantReport } from '@kantor/contract/wire/merchant-reports.ts';
import { listMerchantEvents } from '@kantor/contract/wire/merchant-events.ts';
import * as limits from '@kantor/contract/wire/limits.ts';
import * as orders from '@kantor/contract/wire/merchant-orders.ts';
import * as payouts from '@kantor/contract/wire/merchant-payouts.ts';
import type { FastifyRequest } from 'fastify';
import type { Reader, Tx } from '../../db/tx.ts';
import type { Bind, Caller } from '../../http/endpoint.ts';
import { actorOf } from '../../http/actor.ts';
import { bindList } from '../../http/list.ts';
import { logOf } from '../../http/request-log.ts';
import { forbidden } from '../../kernel/errors.ts';
import { securityEvent } from '../../kernel/security-event.ts';
import {
  acceptIn,
  type AppealTerms,
  bringFile,
  contestIn,
  escalateIn,
  openByClaim,
  openWithReceipt,
} from '../appeals/index.ts';
import { readOtherSums, readServerWithdrawals } from '../accounts/index.ts';
import { getReport, toReport } from '../analytics/index.ts';
import type { Files } from '../files/index.ts';
import { idempotentRequest, once } from '../idempotency/index.ts';
import { readBalances } from '../ledger/index.ts';
import {
  cancelOrder,
  createPossibleSums,
  type Deps as OrderDeps,
  issueOrder,
  type OrderWithPayee,
  readMerchantLimits,
} from '../orders/index.ts';
import type { Payout, PayoutTerms } from '../payouts/index.ts';
import { readRate, toRate } from '../rates/index.ts';
import { readBanks } from '../requisites/index.ts';
import { getWithdrawal, listWallets } from '../withdrawals/index.ts';
import { apiKeyList } from './lists.ts';
import { listMerchantOperations, listMerchantWithdrawals } from './service/account.ts';
import { getAppeal, listAppeals, stepOnce } from './service/appeals.ts';
import { listEvents } from './service/events.ts';
import { toListed } from './service/lists.ts';
import { addApiKey, type Deps as KeyDeps, revokeApiKey } from './service/keys.ts';
import { getOrder, listOrders } from './service/orders.ts';
import { cancelPayout, contestPayout, createPayout, getPayout, listPayouts } from './service/payouts.ts';
import { letServerWithdraw, takeBack, withdraw } from './service/withdrawals.ts';
import * as wire from './wire.ts';

type Deps = OrderDeps & {
  payoutTerms: PayoutTerms;
  appeals: AppealTerms;
  files: Files;
  /** Checks the address for an order's webhooks. @throws ApiError 400 with its fault. */
  assertCallbackUrl: (url: string) => void;
  /** The page of an order's payer, at the address that the shop asks at. */
  paymentUrl: (orderId: string, request: FastifyRequest) => string;
};

/** The calls of a merchant's server. */
export function merchantApiRoutes(bind: Bind, deps: Deps): void {
  orderRoutes(bind, deps);
  payoutRoutes(bind, deps);
  appealRoutes(bind, deps);
  accountRoutes(bind, deps);
}

function orderRoutes(bind: Bind, deps: Deps): void {
  const { db, clock } = deps;
  bind(orders.createMerchantOrder, async ({ caller, body, request }) => {
    const { callback_url: callbackUrl, return_url: returnUrl, external_id: externalId, amount, method } = body;
    const { payer_id: payerId, metadata } = body;
    if (callbackUrl !== undefined) deps.assertCallbackUrl(callbackUrl);
    const key = idempotentRequest(request, caller.id, clock());
    const own = { callbackUrl, returnUrl, payerId, metadata };
    const order = { merchantId: caller.id, externalId, amount, method, bankId: body.bank, ...own };
    const toAnswer = (issued: OrderWithPayee) => ({
      ...wire.toMerchantOrder(issued),
      payment_url: deps.paymentUrl(issued.id, request),
    });
    return issueOrder(deps, order, once(key, orders.createMerchantOrder.response, toAnswer));
  });
  bind(orders.listMerchantOrders, async ({ caller, query }) =>
    toListed(await listOrders(db, caller.id, query), wire.toMerchantOrder),
  );
  bind(orders.getMerchantOrder, async ({ caller, params }) =>
    wire.toMerchantOrder(await getOrder(db, caller.id, params.id)),
  );
  bind(orders.cancelMerchantOrder, ({ caller, params, request }) => {
    const key = idempotentRequest(request, caller.id, clock());
    const answer = once(key, orders.cancelMerchantOrder.response, wire.toMerchantOrder);
    return cancelOrder(deps, caller.id, params.id, answer);
  });
}

function payoutRoutes(bind: Bind, deps: Deps): void {
  const { db, clock, files } = deps;
  const answerTo = (caller: Caller) => {
    const linkFile = files.linksFor(caller);
    return (payout: Payout) => wire.toMerchantPayout(payout, linkFile);
  };
  bind(payouts.createMerchantPayout, ({ caller, body, request }) => {
    const { amount, method, fio, phone, external_id: externalId, payer_id: payerId, metadata } = body;
    const { bank_account: bankAccount, recipient_bank: recipientBank = null } = body;
    const key = idempotentRequest(request, caller.id, clock());
    const recipient = { isSbp: method === 'sbp', fio, phone, bankAccount, recipientBank };
    const payout = { amount, ...recipient, externalId, payerId: payerId ?? null, metadata: metadata ?? null };
    return createPayout(deps, caller.id, payout, once(key, payouts.createMerchantPayout.response, answerTo(caller)));
  });
  bind(payouts.listMerchantPayouts, async ({ caller, query }) =>
    toListed(await listPayouts(db, caller.id, query), answerTo(caller)),
  );
  bind(payouts.getMerchantPayout, async ({ caller, params }) =>
    answerTo(caller)(await getPayout(db, caller.id, params.id)),
  );
  bind(payouts.cancelMerchantPayout, ({ caller, params, request }) => {
    const key = idempotentRequest(request, caller.id, clock());
    return cancelPayout(deps, caller.id, params.id, once(key, payouts.cancelMerchantPayout.response, answerTo(caller)));
  });
  bind(payouts.contestMerchantPayout, ({ caller, params, body, request }) => {
    const key = idempotentRequest(request, caller.id, clock());
    const answer = once(key, payouts.contestMerchantPayout.response, answerTo(caller));
    return contestPayout(deps, caller.id, { id: params.id, reason: body.reason }, answer);
  });
}

function appealRoutes(bind: Bind, deps: Deps): void {
  const { db, clock } = deps;
  const { answers } = deps.appeals;
  const onceFor = (request: FastifyRequest, caller: Caller, content?: unknown) =>
    once(
      idempotentRequest(request, caller.id, clock(), content ?? request.body),
      appeals.getMerchantAppeal.response,
      wire.toMerchantAppeal,
    );
  bind(appeals.openMerchantAppeal, ({ caller, params, request, form }) => {
    const read = async () => {
      const sent = await form.read();
      const answer = onceFor(request, caller, wire.contentOf(sent));
      return { file: sent.file, ...sent.fields, once: answer };
    };
    const opening = { merchantId: caller.id, orderId: params.id };
    const readOf = (tx: Reader, id: string) => getAppeal(tx, caller.id, id);
    return openWithReceipt(deps, { ...opening, read: readOf }, { size: form.size, read });
  });
  bind(appeals.openMerchantAppealByClaim, ({ caller, params, body, request }) => {
    const opening = { merchantId: caller.id, orderId: params.id };
    const readOf = (tx: Reader, id: string) => getAppeal(tx, caller.id, id);
    return openByClaim(deps, { ...opening, read: readOf }, { ...body, once: onceFor(request, caller) });
  });
  bind(appeals.listMerchantAppeals, async ({ caller, query }) =>
    toListed(await listAppeals(db, caller.id, query), wire.toMerchantAppeal),
  );
  bind(appeals.getMerchantAppeal, async ({ caller, params }) =>
    wire.toMerchantAppeal(await getAppeal(db, caller.id, params.id)),
  );
  bind(appeals.addMerchantEvidence, ({ caller, params: { id }, request, form }) => {
    const read = async () => {
      const { file } = await form.read();
      return { file, once: onceFor(request, caller, wire.digestOf(file)) };
    };
    const party = { role: 'merchant', id: caller.id } as const;
    const readOf = (tx: Reader) => getAppeal(tx, caller.id, id);
    return bringFile(deps, { party, id, read: readOf }, { size: form.size, read });
  });
  const merchantOf = ({ id }: Caller) => ({ role: 'merchant', id }) as const;
  const stepOf = (caller: Caller, id: string, request: FastifyRequest, step: (tx: Tx, at: Date) => Promise<void>) =>
    stepOnce(deps, { merchantId: caller.id, id }, onceFor(request, caller), step);
  bind(appeals.contestMerchantAppeal, ({ caller, params: { id }, body, request }) =>
    stepOf(caller, id, request, (tx, at) => contestIn(tx, answers, merchantOf(caller), { id, ...body }, at)),
  );
  bind(appeals.escalateMerchantAppeal, ({ caller, params: { id }, body, request }) =>
    stepOf(caller, id, request, (tx, at) => escalateIn(tx, answers, merchantOf(caller), { id, ...body }, at)),
  );
  bind(appeals.acceptMerchantAppeal, ({ caller, params: { id }, request }) =>
    stepOf(caller, id, request, (tx, at) => acceptIn(tx, merchantOf(caller), id, at)),
  );
}

function accountRoutes(bind: Bind, deps: Deps): void {
  const { db } = deps;
  bind(account.getMerchantBalance, async ({ caller }) => {
    const { available, held, owed } = await readBalances(db, caller.id);
    return { balance: available, held, debt: -owed };
  });
  bind(account.listMerchantOperations, async ({ caller, query }) =>
    toListed(await listMerchantOperations(db, caller.id, query), wire.toMerchantOperation),
  );
  bind(account.listMerchantWithdrawals, async ({ caller, query }) =>
    toListed(await listMerchantWithdrawals(db, caller.id, query), wire.toMerchantWithdrawal),
  );
  bind(account.getMerchantWithdrawal, async ({ caller, params }) =>
    wire.toMerchantWithdrawal(await getWithdrawal(db, caller.id, params.id)),
  );
  withdrawalRoutes(bind, deps);
  bind(listMerchantEvents, async ({ caller, query }) => wire.toEvents(await listEvents(db, caller.id, query)));
  bind(getMerchantReport, async ({ caller, query }) => toReport(await getReport(deps, caller.id, query)));
  bind(account.getMerchantRate, async () => toRate(await readRate(deps.db), deps.clock()));
  bind(account.listMerchantBanks, () => readBanks(db));
  const readPossible = createPossibleSums(deps);
  bind(limits.getLimits, async ({ caller }) => {
    const [own, possible] = await Promise.all([limitsOf(deps, caller.id), readPossible()]);
    return { ...own, ...wire.toPossible(possible) };
  });
  bind(account.listSbpMembers, async () => SBP_MEMBERS.map(([id, name]) => ({ id, name })));
}

function withdrawalRoutes(bind: Bind, deps: Deps): void {
  const { db, clock } = deps;
  bind(account.listMerchantWallets, async ({ caller }) => {
    const now = clock();
    return (await listWallets(db, caller.id)).map((wallet) => wire.toMerchantWallet(wallet, now));
  });
  const onceFor = (request: FastifyRequest, caller: Caller) =>
    once(
      idempotentRequest(request, caller.id, clock()),
      account.getMerchantWithdrawal.response,
      wire.toMerchantWithdrawal,
    );
  bind(account.createMerchantWithdrawal, ({ caller, body, request }) => {
    const { amount_in_usdt: amountUsdt, wallet_id: walletId } = body;
    const asked = { amountUsdt, walletId, apiKeyId: caller.apiKey?.id ?? '' };
    return withdraw(deps, caller.id, asked, onceFor(request, caller));
  });
  bind(account.cancelMerchantWithdrawal, ({ caller, params, request }) =>
    takeBack(deps, caller.id, params.id, onceFor(request, caller)),
  );
}

type LimitDeps = Pick<Deps, 'db' | 'clock' | 'payoutTerms' | 'appeals'>;

async function limitsOf({ db, clock, payoutTerms, appeals: terms }: LimitDeps, merchantId: string) {
  const [held, otherSums] = [await readMerchantLimits(db, merchantId, clock()), await readOtherSums(db, merchantId)];
  return wire.toLimits(held, payoutTerms, terms, otherSums);
}

/** Whoever makes keys for those who move money moves it: of withdrawals only who may withdraw. @throws ApiError 403. */
function assertMayGive({ role, memberRole }: Caller, scopes: readonly KeyScope[]): void {
  if (!scopes.includes('withdrawals')) return;
  if (memberRole !== undefined && mayDo({ role, memberRole }, 'withdrawals.make')) return;
  throw forbidden('Ключ с правом на выводы создаёт владелец аккаунта');
}

/** The calls of the screen on which a merchant makes and ends keys, and sees its limits. */
export function apiKeyRoutes(bind: Bind, deps: KeyDeps & LimitDeps): void {
  bind(limits.getMerchantLimits, ({ caller }) => limitsOf(deps, caller.id));
  bindList(bind, deps, apiKeyList);
  bind(keys.createApiKey, async ({ body, ...input }) => {
    const { caller, request } = input;
    const { name, scopes, addresses, expires_at: expiresAt, is_test: isTest } = body;
    assertMayGive(caller, scopes);
    const terms = { name, scopes, addresses, expiresAt, isTest };
    const made = await addApiKey(deps, actorOf(input.caller, input.request), terms);
    securityEvent(logOf(request), 'api_key_created', { user_id: caller.id, key_id: made.id, address: request.ip });
    return { ...wire.toApiKey(made), key: made.key };
  });
  bind(keys.revokeApiKey, async ({ params, ...input }) => {
    const { caller, request } = input;
    const revoked = await revokeApiKey(deps, actorOf(input.caller, input.request), params.id);
    securityEvent(logOf(request), 'api_key_revoked', { user_id: caller.id, key_id: revoked.id, address: request.ip });
    return wire.toApiKey(revoked);
  });
  bind(keys.getServerWithdrawals, async ({ caller }) => ({ is_on: await readServerWithdrawals(deps.db, caller.id) }));
  bind(keys.setServerWithdrawals, async ({ body: { is_on: isOn }, ...input }) => {
    const { caller, request } = input;
    await letServerWithdraw(deps, actorOf(input.caller, input.request), isOn);
    const event = isOn ? 'server_withdrawals_on' : 'server_withdrawals_off';
    securityEvent(logOf(request), event, { user_id: caller.id, address: request.ip });
    return { is_on: isOn };
  });
}
