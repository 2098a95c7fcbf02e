import { createHash } from 'node:crypto';
import { MIN_ORDER_KOPECKS } from '@kantor/contract/plain/limits.ts';
import { ORDER_METHODS } from '@kantor/contract/plain/statuses.ts';
import { SBP_MEMBERS } from '@kantor/contract/plain/sbp-members.ts';
import * as limits from '@kantor/contract/wire/limits.ts';
import * as account from '@kantor/contract/wire/merchant-account.ts';
import * as appeals from '@kantor/contract/wire/merchant-appeals.ts';
import * as orders from '@kantor/contract/wire/merchant-orders.ts';
import * as payouts from '@kantor/contract/wire/merchant-payouts.ts';
import * as happening from '@kantor/contract/wire/merchant-test.ts';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Bind, Caller } from '../../http/endpoint.ts';
import { notFound } from '../../kernel/errors.ts';
import { readOtherSums } from '../accounts/index.ts';
import type { AppealTerms } from '../appeals/index.ts';
import { idempotentRequest, type Once, once } from '../idempotency/index.ts';
import { contentOf, digestOf, toListed, toMerchantAppeal, toOtherSum } from '../merchant-api/index.ts';
import { assertEnabled, type PayoutTerms } from '../payouts/index.ts';
import { readRate, toRate } from '../rates/index.ts';
import { readBanks } from '../requisites/index.ts';
import { happenToAppeal, happenToOrder, happenToPayout, stepOnce } from './service/happening.ts';
import { listTestAppeals, listTestOrders, listTestPayouts } from './service/lists.ts';
import { getTestAppeal, openTestAppeal, stepTestAppeal } from './service/appeals.ts';
import { type Deps as TestDeps, getTestOrder, issueTestOrder, moveByEvent } from './service/orders.ts';
import { cancelTestPayout, contestTestPayout, getTestPayout, makeTestPayout } from './service/payouts.ts';
import { toOrder, toPayout } from './wire.ts';

interface Deps extends TestDeps {
  payoutTerms: PayoutTerms;
  appeals: AppealTerms;
  /** Checks the address for an order's webhooks. @throws ApiError 400 with its fault. */
  assertCallbackUrl: (url: string) => void;
  paymentUrl: (orderId: string, request: FastifyRequest) => string;
}

interface Asked {
  caller: Caller;
  request: FastifyRequest;
}

/** As `once`, under a key that no live answer is ever kept under: no header can have a space. */
function onceInTest<Result, Schema extends z.ZodType>(
  { caller, request, content }: Asked & { content?: unknown },
  at: Date,
  schema: Schema,
  toAnswer: (result: Result) => z.output<Schema>,
): Once<Result, z.output<Schema>> {
  const sent = idempotentRequest(request, caller.id, at, content ?? request.body);
  return once({ ...sent, key: `test ${createHash('sha256').update(sent.key).digest('hex')}` }, schema, toAnswer);
}

/** The test half of the merchant API: its calls as they are, and what only a test key can ask for. */
export function testMerchantRoutes(binds: { test: Bind; testOnly: Bind }, deps: Deps): void {
  orderRoutes(binds, deps);
  payoutRoutes(binds, deps);
  appealRoutes(binds, deps);
  accountRoutes(binds, deps);
}

const ofCaller = ({ id: merchantId }: Caller, id: string) => ({ merchantId, id });

function orderRoutes({ test, testOnly }: { test: Bind; testOnly: Bind }, deps: Deps): void {
  const { db, clock } = deps;
  test(orders.createMerchantOrder, async ({ caller, body, request }) => {
    const { callback_url: callbackUrl, return_url: returnUrl, external_id: externalId, amount, method } = body;
    const { payer_id: payerId, metadata } = body;
    if (callbackUrl !== undefined) deps.assertCallbackUrl(callbackUrl);
    const answer = onceInTest(
      { caller, request },
      clock(),
      orders.createMerchantOrder.response,
      (order: Parameters<typeof toOrder>[0]) => ({
        ...toOrder(order),
        payment_url: deps.paymentUrl(order.id, request),
      }),
    );
    const own = { callbackUrl, returnUrl, payerId, metadata };
    return issueTestOrder(deps, { merchantId: caller.id, externalId, amount, method, ...own }, answer);
  });
  test(orders.listMerchantOrders, async ({ caller, query }) =>
    toListed(await listTestOrders(db, caller.id, query), toOrder),
  );
  test(orders.getMerchantOrder, async ({ caller, params }) =>
    toOrder(await getTestOrder(db, ofCaller(caller, params.id))),
  );
  test(orders.cancelMerchantOrder, ({ caller, params, request }) => {
    const at = clock();
    const answer = onceInTest({ caller, request }, at, orders.cancelMerchantOrder.response, toOrder);
    return stepOnce(deps, answer, (tx) => moveByEvent(tx, ofCaller(caller, params.id), 'cancel', at));
  });
  for (const [call, event] of [
    [happening.payTestOrder, 'pay'],
    [happening.payTestOrderLate, 'late'],
  ] as const)
    testOnly(call, ({ caller, params, request }) => {
      const at = clock();
      const answer = onceInTest({ caller, request }, at, call.response, toOrder);
      return stepOnce(deps, answer, (tx) => moveByEvent(tx, ofCaller(caller, params.id), event, at));
    });
  for (const [call, event] of [
    [happening.payTestOrderLess, 'short'],
    [happening.appealTestOrder, 'appeal'],
  ] as const)
    testOnly(call, ({ caller, params, body, request }) => {
      const at = clock();
      const answer = onceInTest({ caller, request }, at, call.response, toMerchantAppeal);
      const said = { event, amount: body?.amount };
      return stepOnce(deps, answer, (tx) => happenToOrder(tx, ofCaller(caller, params.id), said, deps.appeals, at));
    });
}

function payoutRoutes({ test, testOnly }: { test: Bind; testOnly: Bind }, deps: Deps): void {
  const { db, clock, payoutTerms } = deps;
  test(payouts.createMerchantPayout, ({ caller, body, request }) => {
    const { amount, method, fio, phone, external_id: externalId } = body;
    const { bank_account: bankAccount, recipient_bank: recipientBank = null } = body;
    const own = { payerId: body.payer_id ?? null, metadata: body.metadata ?? null };
    const payout = { amount, isSbp: method === 'sbp', fio, phone, bankAccount, recipientBank, externalId, ...own };
    const answer = onceInTest({ caller, request }, clock(), payouts.createMerchantPayout.response, toPayout);
    return makeTestPayout(deps, caller.id, payout, answer);
  });
  test(payouts.listMerchantPayouts, async ({ caller, query }) => {
    await assertEnabled(db, caller.id);
    return toListed(await listTestPayouts(db, caller.id, query), toPayout);
  });
  test(payouts.getMerchantPayout, async ({ caller, params }) => {
    await assertEnabled(db, caller.id);
    return toPayout(await getTestPayout(db, ofCaller(caller, params.id)));
  });
  test(payouts.cancelMerchantPayout, ({ caller, params, request }) => {
    const at = clock();
    const answer = onceInTest({ caller, request }, at, payouts.cancelMerchantPayout.response, toPayout);
    return stepOnce(deps, answer, (tx) => cancelTestPayout(tx, ofCaller(caller, params.id), at));
  });
  test(payouts.contestMerchantPayout, ({ caller, params, body, request }) => {
    const at = clock();
    const answer = onceInTest({ caller, request }, at, payouts.contestMerchantPayout.response, toPayout);
    return stepOnce(deps, answer, (tx) => contestTestPayout(tx, ofCaller(caller, params.id), body.reason, at));
  });
  for (const [call, event] of [
    [happening.completeTestPayout, 'complete'],
    [happening.refuseTestPayout, 'refuse'],
  ] as const)
    testOnly(call, ({ caller, params, request }) => {
      const at = clock();
      const answer = onceInTest({ caller, request }, at, call.response, toPayout);
      return stepOnce(deps, answer, (tx) => happenToPayout(tx, ofCaller(caller, params.id), event, payoutTerms, at));
    });
}

function appealRoutes({ test, testOnly }: { test: Bind; testOnly: Bind }, deps: Deps): void {
  const { db, clock, appeals: terms } = deps;
  test(appeals.openMerchantAppeal, async ({ caller, params, request, form }) => {
    const of = ofCaller(caller, params.id);
    // A file for an order that is not there is not read.
    await getTestOrder(db, of);
    const sent = await form.read();
    const at = clock();
    const asked = { caller, request, content: contentOf(sent) };
    const answer = onceInTest(asked, at, appeals.openMerchantAppeal.response, toMerchantAppeal);
    const opening = { by: 'merchant', ...sent.fields, fileName: sent.file.name } as const;
    return stepOnce(deps, answer, (tx) => openTestAppeal(tx, of, opening, terms, at));
  });
  test(appeals.listMerchantAppeals, async ({ caller, query }) =>
    toListed(await listTestAppeals(db, caller.id, query), toMerchantAppeal),
  );
  test(appeals.getMerchantAppeal, async ({ caller, params }) =>
    toMerchantAppeal(await getTestAppeal(db, ofCaller(caller, params.id))),
  );
  test(appeals.addMerchantEvidence, async ({ caller, params, request, form }) => {
    const of = ofCaller(caller, params.id);
    await getTestAppeal(db, of);
    const { file } = await form.read();
    const at = clock();
    const asked = { caller, request, content: digestOf(file) };
    const answer = onceInTest(asked, at, appeals.addMerchantEvidence.response, toMerchantAppeal);
    const step = { step: 'evidence', side: 'merchant', fileName: file.name } as const;
    return stepOnce(deps, answer, (tx) => stepTestAppeal(tx, of, step, terms, at));
  });
  for (const [call, step] of [
    [appeals.contestMerchantAppeal, 'contest'],
    [appeals.escalateMerchantAppeal, 'escalate'],
    [appeals.acceptMerchantAppeal, 'accept'],
  ] as const)
    test(call, ({ caller, params, request }) => {
      const at = clock();
      const answer = onceInTest({ caller, request }, at, call.response, toMerchantAppeal);
      const said = { step, side: 'merchant', comment: commentOf(request.body) } as const;
      return stepOnce(deps, answer, (tx) => stepTestAppeal(tx, ofCaller(caller, params.id), said, terms, at));
    });
  for (const [call, step] of [
    [happening.confirmTestAppeal, 'confirm'],
    [happening.declineTestAppeal, 'decline'],
  ] as const)
    testOnly(call, ({ caller, params, body, request }) => {
      const at = clock();
      const answer = onceInTest({ caller, request }, at, call.response, toMerchantAppeal);
      const said = { step, amount: body?.amount };
      return stepOnce(deps, answer, (tx) => happenToAppeal(tx, ofCaller(caller, params.id), said, terms, at));
    });
}

/** The body has passed its schema. */
function commentOf(body: unknown): string | undefined {
  const comment = typeof body === 'object' && body !== null && 'comment' in body ? body.comment : undefined;
  return typeof comment === 'string' ? comment.trim() : undefined;
}

/** USDT that a test balance always has: nothing is taken of it. */
const TEST_BALANCE = 1_000_000_000_000n;
/** No sum is refused: there is always the simulated requisite. */
const EVERY_SUM = { from: MIN_ORDER_KOPECKS, to: null, answer: 'yes' as const };
const NOTHING = { count: 0, results: [], next_cursor: null };

function accountRoutes({ test }: { test: Bind }, { db, clock, payoutTerms, appeals: { days, multiple } }: Deps): void {
  test(account.getMerchantBalance, async () => ({ balance: TEST_BALANCE, held: 0n, debt: 0n }));
  test(account.listMerchantOperations, async () => NOTHING);
  test(account.listMerchantWithdrawals, async () => NOTHING);
  test(account.getMerchantWithdrawal, () => Promise.reject(notFound()));
  test(account.listMerchantWallets, async () => []);
  // What is the same for everybody is the same here.
  test(account.getMerchantRate, async () => toRate(await readRate(db), clock()));
  test(account.listMerchantBanks, () => readBanks(db));
  test(account.listSbpMembers, async () => SBP_MEMBERS.map(([id, name]) => ({ id, name })));
  test(limits.getLimits, async ({ caller }) => ({
    active_orders: { limit: null, used: null },
    active_sum: { limit: null, used: null },
    unpaid_hour: { limit: null, used: null },
    requests_second: null,
    payout_min: payoutTerms.minAmount,
    appeal_days: days,
    appeal_multiple: multiple,
    other_sum: toOtherSum(await readOtherSums(db, caller.id)),
    order_min: MIN_ORDER_KOPECKS,
    possible: ORDER_METHODS.map((method) => ({ method, bank: null, ranges: [EVERY_SUM] })),
  }));
}
