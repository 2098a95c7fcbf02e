import { join } from 'node:path';
import { API_BASE } from '@kantor/contract/plain/routes.ts';
import { DEVICE_API_BASE } from '@kantor/contract/plain/device-routes.ts';
import { MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Database } from '../db/pool.ts';
import { type Reads, readsOf } from '../db/replica.ts';
import { createTurns } from '../db/turns.ts';
import { endpoints } from '../http/endpoint.ts';
import { serveHealth } from '../http/health.ts';
import { acceptJson } from '../http/json.ts';
import { createHttpServer } from '../http/http-server.ts';
import { boundPipelining } from '../http/pipelining.ts';
import { answerDeclared, answerError } from '../http/problem.ts';
import { answerBadAddress, answerBadRequest, demandHost } from '../http/refused-early.ts';
import { type Answered, frameworkLogger, logRequests, requestIdOf, tellRequests } from '../http/request-log.ts';
import { sendDate } from '../http/date.ts';
import { endSlowBodies } from '../http/slow-bodies.ts';
import { findServerAddress } from '../http/server-address.ts';
import { sendSecurityHeaders } from '../http/security-headers.ts';
import { sentenceOf } from '../http/sentences.ts';
import { acceptUploads } from '../http/uploads.ts';
import { inTwoWorlds } from '../http/worlds.ts';
import { serveWeb } from '../http/web.ts';
import { type Clock, systemClock } from '../kernel/clock.ts';
import { notFound } from '../kernel/errors.ts';
import { type Log, silentLog } from '../kernel/log.ts';
import type { Part } from '../kernel/parts.ts';
import { analyticsRoutes } from '../modules/analytics/index.ts';
import { alertRoutes, createPushKeys, telegramKeys } from '../modules/alerts/index.ts';
import { apiRequestRoutes, createRequestRecorder } from '../modules/api-requests/index.ts';
import { appealRoutes, platformAppealRoutes, USUAL_APPEALS } from '../modules/appeals/index.ts';
import { actionRoutes, type ActionTerms } from '../modules/actions/index.ts';
import { authRoutes, bearerAuthentication, createAuth, securityRoutes, stepUpCheck } from '../modules/auth/index.ts';
import { auditRoutes } from '../modules/audit/index.ts';
import { balanceRoutes } from '../modules/balance/index.ts';
import { cabinetRoutes, platformCabinetRoutes } from '../modules/cabinets/index.ts';
import { chainRoutes, platformDepositRoutes } from '../modules/chain/index.ts';
import { deviceApiRoutes } from '../modules/device-api/index.ts';
import { createDeviceKeys, deviceRoutes, platformNotificationRoutes, endDevices } from '../modules/devices/index.ts';
import { eventRoutes, Events, type Timing } from '../modules/events/index.ts';
import { createFiles, fileRoutes, type LinkHolder, openFileHome, USUAL_UPLOADS } from '../modules/files/index.ts';
import {
  apiKeyAuthentication,
  apiKeyRoutes,
  createKeyUses,
  isKeyInForce,
  merchantApiRoutes,
  serveMerchantDocs,
} from '../modules/merchant-api/index.ts';
import { exportRoutes, openExportHome, serverExportRoutes } from '../modules/exports/index.ts';
import { payerClaimRoutes } from '../modules/payer-claims/index.ts';
import { createPaymentTokens, paymentLink, servePaymentPage } from '../modules/payment-page/index.ts';
import { inboxRoutes } from '../modules/inbox/index.ts';
import { inspectionRoutes } from '../modules/inspection/index.ts';
import {
  createDemandCounter,
  createKnownOrders,
  type DemandCounter,
  orderRoutes,
  platformOrderRoutes,
  readinessRoutes,
} from '../modules/orders/index.ts';
import { batchRoutes } from '../modules/payout-batches/index.ts';
import { reconciliationRoutes } from '../modules/reconciliation/index.ts';
import { payoutRoutes, platformPayoutRoutes, USUAL_TERMS } from '../modules/payouts/index.ts';
import { platformRoutes, readUnreadApplications, readUnreadBanks } from '../modules/platform/index.ts';
import { correctionRoutes } from '../modules/corrections/index.ts';
import { rateRoutes } from '../modules/rates/index.ts';
import { bankBalanceRoutes, matchRoutes } from '../modules/matching/index.ts';
import { radarRoutes } from '../modules/radar/index.ts';
import { requisiteRoutes, platformRequisiteRoutes } from '../modules/requisites/index.ts';
import { peopleRoutes } from '../modules/people/index.ts';
import { statementRoutes } from '../modules/statements/index.ts';
import { searchRoutes } from '../modules/search/index.ts';
import { relyingPartyOf } from '../modules/second-factor/index.ts';
import { testMerchantRoutes, testModeRoutes } from '../modules/test-mode/index.ts';
import { viewRoutes } from '../modules/views/index.ts';
import {
  askNameServers,
  assertWebAddress,
  createSender,
  internet,
  platformWebhookRoutes,
  webhookRoutes,
} from '../modules/webhooks/index.ts';
import { platformWithdrawalRoutes, withdrawalRoutes } from '../modules/withdrawals/index.ts';
import { actionTerms } from './action-terms.ts';
import { LISTS } from './lists.ts';
import { secretsOf, type Settings } from './settings.ts';

export interface ApiOptions {
  db: Database;
  /** Where much is read; the database unless given. */
  reads?: Reads;
  settings: Pick<Settings, 'jwtSecret' | 'dataDir'> & Partial<Settings>;
  clock?: Clock;
  /** A sentence while this process's clock is wrong. */
  clockFault?: () => string | undefined;
  /** Whether the process is about to end. */
  isDraining?: () => boolean;
  /** Nothing is logged unless given. */
  log?: Log;
  /** The terms of what the platform's people do, for tests; those of the settings unless given. */
  actions?: ActionTerms;
  /** Timing of event streams, for tests that cannot wait. */
  timing?: Partial<Timing>;
  /** The parts of the process, for /ready; the API adds its own, which alone are needed to answer requests. */
  parts?: Part[];
  /** Told of each request that is over; nobody unless given. */
  countRequest?: ((answered: Answered) => void) | undefined;
  /** Counts what shops ask for; one of its own unless given. */
  demand?: DemandCounter;
  /** A refusal that a merchant's call does not declare is a failure, for tests. */
  refusesAsDeclared?: boolean;
}

const BODY_LIMIT_BYTES = 64 * 1024;

const noCompiler = (): never => {
  throw new Error('A route is declared in the contract, without a schema of its own');
};

/** The whole HTTP side; it does not listen yet. */
export async function buildApi({
  db,
  reads = readsOf(db),
  settings,
  clock = systemClock,
  clockFault = () => undefined,
  isDraining = () => false,
  log = silentLog,
  timing,
  actions = actionTerms(settings),
  parts = [],
  countRequest,
  refusesAsDeclared = false,
  demand = createDemandCounter({ db, clock }),
}: ApiOptions): Promise<FastifyInstance> {
  z.config({ localeError: sentenceOf });
  const app = Fastify({
    loggerInstance: frameworkLogger(log),
    genReqId: requestIdOf,
    requestIdHeader: false,
    bodyLimit: BODY_LIMIT_BYTES,
    // By address only: a client's own word about where it comes from is worth nothing.
    trustProxy: settings.trustProxy?.length ? settings.trustProxy : false,
    serverFactory: createHttpServer,
    // Requests that arrive while we drain are still answered; /ready has already warned the balancer.
    return503OnClosing: false,
    // No shorter than the longest address: an id is judged by its schema.
    routerOptions: { maxParamLength: 16 * 1024 },
    // Requests and answers are judged and written by the contract: the framework's own compilers are not even loaded.
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    frameworkErrors: answerBadAddress,
    clientErrorHandler: answerBadRequest,
  });
  logRequests(app, log);
  if (countRequest) tellRequests(app, countRequest);
  sendSecurityHeaders(app);
  boundPipelining(app);
  endSlowBodies(app);
  demandHost(app);
  sendDate(app, clock);
  acceptJson(app);
  await acceptUploads(app);
  app.setErrorHandler(refusesAsDeclared ? answerDeclared : answerError);
  const turns = createTurns({ db, clock }, log);
  const known = createKnownOrders();
  const uses = createKeyUses({ db, clock });
  const requests = createRequestRecorder({ db, clock, log });
  app.addHook('onClose', () => Promise.all([demand.flush(), uses.flush(), requests.flush()]).then(() => undefined));
  const ownParts: Part[] = [];
  serveHealth(app, { db, parts: () => parts, needed: (part) => ownParts.includes(part), isDraining, clockFault });
  const secret = secretsOf(settings);
  const { publicUrl, port = 0 } = settings;
  const relyingParty = relyingPartyOf(publicUrl ?? (settings.production ? undefined : `http://localhost:${port}`));
  const auth = createAuth({ db, clock, secret, relyingParty, demandsFactor: settings.secondFactor === 'required' });
  const isInForce = (holder: LinkHolder) =>
    holder.kind === 'session'
      ? auth.identities.isIn(holder.id, holder.accountId)
      : isKeyInForce(db, holder.id, clock());
  const { uploads: terms = USUAL_UPLOADS, payouts: payoutTerms = USUAL_TERMS, appeals = USUAL_APPEALS } = settings;
  const files = createFiles({ db, clock, secret, isInForce, store: openFileHome(settings), terms });
  const exports = { db, clock, disk: openExportHome(settings), lists: LISTS, secret, isInForce };
  const reach = internet(settings.simulatorUrl);
  const [keys, tokens] = [createDeviceKeys(secret), createPaymentTokens(secret)];
  const paymentUrl = (orderId: string, request: FastifyRequest) =>
    paymentLink(findServerAddress(request, publicUrl) ?? `http://localhost:${port}`, tokens.tokenOf(orderId));
  const events = new Events({ db, clock, secret, timing, log });
  ownParts.push(events.part);
  await app.register(
    async (api) => {
      api.setNotFoundHandler(() => {
        throw notFound();
      });
      const bind = endpoints(api, bearerAuthentication(auth), stepUpCheck(auth));
      const { supportContact, production: secure = false } = settings;
      authRoutes(bind, auth, { supportContact, secure });
      securityRoutes(bind, auth, { secure });
      peopleRoutes(bind, { db, clock });
      rateRoutes(bind, { db, clock, rules: actions.rates.rules });
      correctionRoutes(bind, { db, clock });
      requisiteRoutes(bind, { db, clock });
      cabinetRoutes(bind, { db, clock, endDevices });
      deviceRoutes(bind, {
        db,
        clock,
        keys,
        publicUrl: settings.publicUrl,
        readUnreadBanks,
        isHttpsOnly: settings.production ?? false,
      });
      chainRoutes(bind, { db, clock });
      platformDepositRoutes(bind, { db, reads, clock });
      balanceRoutes(bind, { db, clock });
      analyticsRoutes(bind, { reads, clock });
      statementRoutes(bind, { db, clock });
      orderRoutes(bind, { db, clock, turns, known });
      readinessRoutes(bind, { db, clock });
      inspectionRoutes(bind, { db });
      platformPayoutRoutes(bind, { db, reads, clock, files });
      platformAppealRoutes(bind, { db, reads, clock, files, appeals });
      platformRequisiteRoutes(bind, { db, reads, clock });
      platformCabinetRoutes(bind, { db, reads, clock });
      platformNotificationRoutes(bind, { db, reads, clock, readUnreadApplications });
      platformWebhookRoutes(bind, { db, reads, clock });
      platformOrderRoutes(bind, { db, reads, clock });
      platformWithdrawalRoutes(bind, { db, reads, clock });
      withdrawalRoutes(bind, { db, clock, walletWaitMs: settings.walletWaitMs ?? 0 });
      appealRoutes(bind, { db, clock, files, appeals });
      payoutRoutes(bind, { db, clock, files, payoutTerms });
      batchRoutes(bind, { db, clock, files, payoutTerms });
      reconciliationRoutes(bind, { db, clock, files });
      apiRequestRoutes(bind, { db, clock });
      apiKeyRoutes(bind, { db, clock, payoutTerms, appeals });
      const send = createSender({ clock, reach, resolve: askNameServers() });
      webhookRoutes(bind, { db, clock, secret, reach, send });
      testModeRoutes(bind, { db, clock, payoutTerms, appeals, paymentUrl });
      radarRoutes(bind, { db, clock });
      bankBalanceRoutes(bind, { db, clock });
      matchRoutes(bind, { db, clock, appeals });
      platformRoutes(bind, { db, reads, clock, dataDir: settings.dataDir });
      auditRoutes(bind, { db, clock });
      inboxRoutes(bind, { db, clock });
      searchRoutes(bind, { db, clock });
      viewRoutes(bind, { db, clock });
      alertRoutes(bind, {
        db,
        clock,
        reach,
        pushKeys: createPushKeys({ db, clock, secret }),
        telegramKey: telegramKeys(secret)[0],
        hasBot: settings.telegram !== undefined,
      });
      actionRoutes(bind, { db, clock }, actions);
      exportRoutes(api, bind, exports);
      fileRoutes(api, files);
      payerClaimRoutes(bind, { db, files });
      eventRoutes(api, bind, events);
    },
    { prefix: API_BASE },
  );
  await app.register(
    async (api) => {
      api.setNotFoundHandler(() => {
        throw notFound('Такого вызова нет: проверьте метод и путь по описанию API');
      });
      requests.watch(api, MERCHANT_API_BASE);
      const worlds = inTwoWorlds(
        endpoints(api, apiKeyAuthentication({ db, clock, uses, identify: requests.identify })),
      );
      const assertCallbackUrl = (url: string) => assertWebAddress('callback_url', url, reach);
      const shop = { db, clock, payoutTerms, appeals, assertCallbackUrl, paymentUrl };
      testMerchantRoutes(worlds, shop);
      merchantApiRoutes(worlds.live, { ...shop, turns, demand, known, files });
      serverExportRoutes(worlds.live, exports);
      await serveMerchantDocs(api);
    },
    { prefix: MERCHANT_API_BASE },
  );
  await app.register(
    async (api) => deviceApiRoutes(api, { db, clock, keys, turns, production: settings.production ?? false }),
    { prefix: DEVICE_API_BASE },
  );
  await servePaymentPage(app, { db, clock, files, log, tokens, live: events });
  parts.push(...ownParts);
  // Outside of production nobody upgrades while pages are open.
  await serveWeb(app, { keptIn: settings.production ? join(settings.dataDir, 'web-assets') : undefined });
  return app;
}
