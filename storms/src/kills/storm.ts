import { createRandom } from '@kantor/demo/random.ts';
import { updateWebhookEndpoint } from '@kantor/contract/wire/webhooks.ts';
import { query } from '../harness/database.ts';
import { percentile } from '../harness/calls.ts';
import { gate } from '../harness/gates.ts';
import { NO_QUOTAS, openMarket } from '../harness/market.ts';
import { pairPhone } from '../harness/phone.ts';
import { filesOf } from '../harness/servers.ts';
import { whileItGetsOn } from '../harness/standstill.ts';
import { storm } from '../harness/storm.ts';
import { keepVerifying } from '../harness/watch.ts';
import { missingFiles, readFacts } from './facts.ts';
import { createJournal } from './journal.ts';
import { type Killed, killAll, untilAnswers } from './killer.ts';
import { type Cast, tellStory } from './stories.ts';
import { webhooksGate } from './webhooks.ts';

const BANKS = 8;
/** Bank 1, whose words the phone understands. */
const SBER = 1;
const MERCHANTS = 4;
/** Mistakes of the machine that a storm of this kind must notice, though `verify` does not: acknowledged before it is on the disk. */
const LOOSE = [
  'alter database kantor set synchronous_commit = off',
  "alter system set wal_writer_delay = '10s'",
  'select pg_reload_conf()',
];

/** Servers, workers and PostgreSQL are killed while clients work; what was acknowledged is compared with what is there. */
export const kills = storm({
  name: 'kills',
  summary:
    'kill -9 of two servers, two workers and PostgreSQL under load: nothing acknowledged is lost, nothing done twice',
  minutes: 15,
  sizes: {
    operations: { what: 'acknowledged operations at least', full: 50_000, short: 150 },
    kills: { what: 'kills', full: 400, short: 7 },
    clients: { what: 'clients at once', full: 24, short: 8 },
    loose: { what: '1: PostgreSQL acknowledges before it has written, and the storm must notice', full: 0, short: 0 },
  },
  run: async (ground, sizes) => {
    const plant = sizes.loose === 1 ? [...ground.plant, ...LOOSE] : ground.plant;
    const market = await openMarket(
      { ...ground, plant },
      {
        roles: ['api', 'api', 'worker', 'worker'],
        durability: 'full',
        environment: NO_QUOTAS,
      },
    );
    const { db, receiver } = market;
    const journal = createJournal();
    let sum = 0;
    const merchants = await Promise.all(
      Array.from({ length: MERCHANTS }, async () => {
        const merchant = await market.createMerchant({ balance: 100_000_000 });
        await merchant.call(updateWebhookEndpoint, { body: { url: receiver.url, is_active: true } });
        return merchant;
      }),
    );
    const places = await Promise.all(
      Array.from({ length: BANKS }, async (_, n) => {
        const [trader, bank] = [await market.createTrader({ payouts: true, balance: 100_000_000 }), n + 1];
        await trader.token();
        const cabinetId = await market.createCabinet(trader.id);
        await market.createRequisite(trader.id, { bankId: bank, cabinetId });
        const [server] = market.apis;
        const phone = bank === SBER && server ? await pairPhone(server, trader, cabinetId, '4321') : undefined;
        return { trader, bank, phone };
      }),
    );
    const castOf = (client: number): Cast => ({
      merchant: merchants[client % MERCHANTS] as Cast['merchant'],
      ...(places[client % BANKS] as Pick<Cast, 'trader' | 'bank' | 'phone'>),
      random: createRandom(ground.seed * 1000 + client),
      journal,
      anyServer: () => market.anyServer().url,
      amount: () => `${100 + Math.floor((sum += 1) / 100)}.${String(sum % 100).padStart(2, '0')}`,
    });
    // Whoever signed in before it began stays signed in, also where commits get lost.
    await query(market.database.adminUrl, 'checkpoint');
    const verifying = keepVerifying(db, ground.isShort ? 500 : 5000);
    const killed: Killed = { kills: 0, recoveries: [], failedStarts: [] };
    await whileItGetsOn(ground, journal.acknowledged, async (signal) => {
      let isOver = false;
      const clients = Array.from({ length: sizes.clients }, async (_, client) => {
        const cast = castOf(client);
        while (!signal.aborted && (!isOver || journal.acknowledged() < sizes.operations)) await tellStory(cast);
      });
      const killing = killAll({ ...ground, signal }, market, sizes.kills, killed).finally(() => (isOver = true));
      await Promise.all([killing, ...clients]);
    });
    await untilAnswers(market.database.url);
    ground.say('comparing');
    const webhooks = await webhooksGate(db, receiver, {
      limitMs: sizes.loose === 1 ? 0 : ground.isShort ? 60_000 : 300_000,
      isHurried: ground.isShort,
    });
    ground.say(`${receiver.repeated()} webhooks came again; ${killed.failedStarts.length} starts gave up`);
    return [
      gate('kills', { least: sizes.kills }, killed.kills),
      gate('acknowledged operations', { least: sizes.operations }, journal.acknowledged()),
      ...journal.compare(await readFacts(db)),
      await missingFiles(db, filesOf(ground)),
      webhooks,
      ...(ground.isShort
        ? []
        : [
            gate('PostgreSQL killed and back, p95', { most: 15_000 }, percentile(killed.recoveries, 95), {
              unit: 'ms',
            }),
          ]),
      await verifying.finish(),
    ];
  },
});
