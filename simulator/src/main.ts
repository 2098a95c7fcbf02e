import { ACCOUNTS, API_KEY } from '@kantor/demo/accounts.ts';
import { PHONES } from '@kantor/demo/cabinets.ts';
import { createTronNode } from '@kantor/demo/tron/node.ts';
import { createBalances } from './balances.ts';
import { answerDeclines } from './disputes.ts';
import { createMerchantClient } from './http.ts';
import { throttled } from './log.ts';
import { readSecret, receiveWebhooks } from './merchant-account.ts';
import { createMerchantServer } from './merchant-server.ts';
import { createPayers } from './payer.ts';
import { createPaymentPage } from './payment-page.ts';
import { USUAL_PROFILE } from './payer-profile.ts';
import { createPayouts } from './payouts.ts';
import { openPhones } from './phones.ts';
import { rateSource } from './rate-source.ts';
import { readSettings } from './settings.ts';
import { runShop } from './shop.ts';
import { serveStubs } from './stubs.ts';
import { MINUTE } from './time.ts';
import { orderForVisitor } from './visitor.ts';
import { runTrader, type TraderBehaviour } from './trader-actor.ts';

/** A visitor plays the first trader: the simulator acts late for them, and only so that nothing piles up. */
const BEHAVIOURS: Record<'trader' | 'trader2', TraderBehaviour> = {
  trader: { appealAge: 20 * MINUTE },
  trader2: { appealAge: 3 * MINUTE, payoutAge: 3 * MINUTE },
};
const TRADERS = [ACCOUNTS.trader, ACCOUNTS.trader2];

/** Payouts take about this part of the money that payers bring. */
const PAYOUTS_AN_ORDER = 0.06;

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());
// The launcher has ended, in whatever way.
process.on('disconnect', () => stopping.abort());

try {
  const { url, ordersPerMinute, shares, stubsUrl } = readSettings(process.env);
  const { signal } = stopping;
  const log = throttled((line) => console.log(`Simulator: ${line}`));
  const context = { url, log, signal };
  const merchant = { ...context, credentials: ACCOUNTS.merchant };
  const merchantServer = createMerchantServer({ readSecret: () => readSecret(merchant), log, signal });
  const tron = createTronNode();
  if (stubsUrl !== undefined) {
    await serveStubs(stubsUrl, { rate: rateSource, tron: tron.stub, shop: merchantServer.stub }, { log, signal });
    receiveWebhooks(merchant, new URL('/shop/webhooks', stubsUrl)).catch((error: unknown) => {
      if (!signal.aborted) log(`the shop receives no webhooks: ${String(error)}`);
    });
  }
  const balances = createBalances();
  const phones = openPhones({ ...context, balances, traders: TRADERS, numbers: PHONES });
  for (const credentials of TRADERS) {
    void runTrader({ ...context, credentials, behaviour: BEHAVIOURS[credentials.username], sendUsdt: tron.send });
  }
  const client = createMerchantClient(context, API_KEY);
  void answerDeclines({ client, log, signal });
  void createPayouts({ client, payoutsPerMinute: ordersPerMinute * PAYOUTS_AN_ORDER, log, signal });
  const pay = createPayers({ phones, balances, signal, profile: { ...USUAL_PROFILE, shares } });
  orderForVisitor(client, signal).then(
    (link) => console.log(`A payment of the demo shop, yours to pay within 15 minutes: ${link}`),
    () => undefined,
  );
  await runShop({ client, ordersPerMinute, log, signal, pay, claim: createPaymentPage(context) });
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
// Connections that are kept alive would hold the process.
process.exit(0);
