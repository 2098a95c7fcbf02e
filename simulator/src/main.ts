import { openBook } from './accounts.ts';
import { createClient } from './client.ts';
import { DEMO_MERCHANT, DEMO_PHONES, DEMO_TRADERS } from './demo.ts';
import { USUAL_HABITS } from './habits.ts';
import { readSecret, receiveWebhooks } from './merchant-desk.ts';
import { createMerchantServer } from './merchant-server.ts';
import { createPayers } from './payments.ts';
import { runPayoutDesk } from './payout-desk.ts';
import { openPhones } from './phones.ts';
import { quietLog } from './quiet-log.ts';
import { rateSource } from './rate-source.ts';
import { readSettings } from './settings.ts';
import { runShop } from './shop.ts';
import { keepDesk } from './trader-desk.ts';
import { createTronNode } from './tron-node.ts';
import { serveWorld } from './world.ts';

/** Of what payers bring, about so much leaves as payouts. */
const PAYOUTS_AN_ORDER = 0.06;

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());
// Whoever started us is gone, however it ended: so are we.
process.on('disconnect', () => stopping.abort());

try {
  const { url, apiKey, ordersPerMinute, shares, worldUrl } = readSettings(process.env);
  const { signal } = stopping;
  const say = quietLog((line) => console.log(`Simulator: ${line}`));
  const client = createClient({ url, apiKey, say, signal });
  const desk = { url, merchant: DEMO_MERCHANT, say, signal };
  const shop = createMerchantServer({ readSecret: () => readSecret(desk), say, signal });
  const chain = createTronNode();
  const parts = { rate: rateSource, tron: chain.part, shop: shop.part };
  if (worldUrl !== undefined) {
    await serveWorld(worldUrl, parts, { say, signal });
    receiveWebhooks(desk, new URL('/shop/webhooks', worldUrl)).catch((error: unknown) => {
      if (!signal.aborted) say(`the shop hears no webhooks: ${String(error)}`);
    });
  }
  const book = openBook();
  const phones = openPhones({
    url,
    book,
    traders: DEMO_TRADERS.map(({ credentials }) => credentials),
    numbers: DEMO_PHONES,
    say,
    signal,
  });
  for (const { manner, credentials } of DEMO_TRADERS) {
    void keepDesk({ url, credentials, manner, sendUsdt: chain.send, say, signal });
  }
  void runPayoutDesk({ client, payoutsPerMinute: ordersPerMinute * PAYOUTS_AN_ORDER, say, signal });
  const serve = createPayers({ phones, book, signal, habits: { ...USUAL_HABITS, shares } });
  await runShop({ client, ordersPerMinute, say, signal, serve });
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
// Connections that are kept alive would hold the process.
process.exit(0);
