import { setTimeout as delay } from 'node:timers/promises';
import { updateWebhookEndpoint } from '@kantor/contract/wire/webhooks.ts';
import { createRandom } from '@kantor/demo/random.ts';
import { startSwallowingProxy } from '@kantor/server/test/support/swallowing-proxy.ts';
import { percentile } from '../harness/calls.ts';
import { gate, noneOf } from '../harness/gates.ts';
import { query } from '../harness/database.ts';
import { NO_QUOTAS, openMarket } from '../harness/market.ts';
import { storm } from '../harness/storm.ts';
import { keepVerifying } from '../harness/watch.ts';
import { readFacts } from '../kills/facts.ts';
import { createJournal } from '../kills/journal.ts';
import { tellStory } from '../kills/stories.ts';
import { webhooksGate } from '../kills/webhooks.ts';
import { tryPhones } from './phones.ts';
import { probe, type Probe } from './probe.ts';
import { openScreen } from './screen.ts';

/** The bank of the probes; those of the load come after it. */
const PROBES_BANK = 2;
const PAUSE_MS = 3000;
/** Of a client between two stories, at most. */
const MAX_REST_MS = 1000;
/** Twice what the processes may have: the sessions that a lost network leaves are ended after half a minute. */
const MAX_CONNECTIONS = 150;
/** A statement is given up after 12 s; what comes after it finds a new connection. */
const BACK_WITHIN_MS = 20_000;

/**
 * By turns, the network loses all connections to the database without a word, and the database's machine vanishes as silently and
 * another takes its address. Phones repeat themselves, or say nothing.
 */
export const silence = storm({
  name: 'silence',
  summary:
    'a database that vanishes without a word while clients work; messages again and again; phones that fall silent',
  minutes: 6,
  sizes: {
    rounds: { what: 'times that all connections to the database die in silence', full: 10, short: 2 },
    clients: { what: 'clients at once', full: 12, short: 3 },
    messages: { what: 'messages that a phone sends four times', full: 40, short: 3 },
  },
  run: async (ground, sizes) => {
    let proxy: Awaited<ReturnType<typeof startSwallowingProxy>> | undefined;
    const market = await openMarket(ground, {
      roles: ['api', 'api', 'worker', 'worker'],
      durability: ground.isShort ? 'none' : 'full',
      environment: NO_QUOTAS,
      databaseUrlFor: async ({ url, adminUrl, crash }) => {
        if (!ground.isShort) {
          await query(adminUrl, `alter system set max_connections = ${MAX_CONNECTIONS}`);
          await crash();
        }
        proxy = await startSwallowingProxy(url);
        ground.defer(() => proxy?.close());
        return proxy.url;
      },
    });
    const merchant = await market.createMerchant({ balance: 100_000_000 });
    await merchant.call(updateWebhookEndpoint, { body: { url: market.receiver.url, is_active: true } });
    const placeOf = async (bank: number) => {
      const trader = await market.createTrader({ payouts: true, balance: 100_000_000 });
      await market.createRequisite(trader.id, { bankId: bank });
      await trader.token();
      return { trader, bank };
    };
    const gates = await tryPhones(market, merchant, sizes.messages);
    const probed = await placeOf(PROBES_BANK);
    const screen = openScreen(ground, market, probed.trader);
    await screen.opened;
    const journal = createJournal();
    const verifying = keepVerifying(market.db, 2000);
    let sum = 0;
    const amount = () => `${100 + Math.floor((sum += 1) / 100)}.${String(sum % 100).padStart(2, '0')}`;
    let isOver = false;
    const clients = Array.from({ length: sizes.clients }, async (_, n) => {
      const random = createRandom(ground.seed * 1000 + n);
      const cast = {
        merchant,
        ...(await placeOf(PROBES_BANK + 1 + n)),
        phone: undefined,
        random,
        journal,
        amount,
        anyServer: () => market.anyServer().url,
      };
      while (!isOver) {
        await tellStory(cast);
        await delay(random() * MAX_REST_MS);
      }
    });
    const working = Promise.all(clients);
    const place = { market, merchant, ...probed, screen };
    const calm = await probe({ ...place, amount: '50.00' });
    const probes: Probe[] = [];
    for (let round = 0; round < sizes.rounds; round += 1) {
      ground.signal.throwIfAborted();
      await delay(PAUSE_MS);
      const isNetwork = round % 2 === 0;
      if (isNetwork) proxy?.swallow();
      else proxy?.vanish();
      proxy?.serveNew();
      const found = await probe({ ...place, amount: `${51 + round}.00` });
      probes.push(found);
      ground.say(`silence ${round + 1}, of ${isNetwork ? 'the network' : 'the machine'}: ${JSON.stringify(found)}`);
    }
    isOver = true;
    await working;
    const { isShort } = ground;
    const webhooks = await webhooksGate(market.db, market.receiver, {
      limitMs: isShort ? 60_000 : 180_000,
      isHurried: isShort,
    });
    const of = probes.length;
    const missing = (what: keyof Probe) =>
      probes.flatMap((each, n) => (each[what] === undefined ? [`after silence ${n + 1}`] : []));
    const timeOf = (what: keyof Probe) =>
      isShort
        ? []
        : [
            gate(
              `after a silence, ${what}: the longest`,
              { most: BACK_WITHIN_MS },
              percentile(
                probes.map((each) => each[what] ?? Infinity),
                100,
              ),
              { unit: 'ms' },
            ),
          ];
    return [
      ...gates,
      gate(
        'told before the first silence: screen and merchant',
        { exactly: 2 },
        [calm.screen, calm.webhook].filter(Boolean).length,
      ),
      noneOf('silences after which no order is taken', missing('answered'), of),
      noneOf('silences after which the open screen is not told', missing('screen'), of),
      noneOf("silences after which the merchant's server is not told", missing('webhook'), of),
      ...timeOf('answered'),
      ...timeOf('screen'),
      ...timeOf('webhook'),
      ...journal.compare(await readFacts(market.db)),
      webhooks,
      await verifying.finish(),
    ];
  },
});
