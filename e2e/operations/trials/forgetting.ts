import { createPool } from '@kantor/server/src/db/pool.ts';
import { USUAL_TERMS } from '@kantor/server/src/db/retention.ts';
import { DAY, HOUR } from '@kantor/server/src/kernel/clock.ts';
import { forgetOldRequests } from '@kantor/server/src/modules/api-requests/index.ts';
import { forgetOldPings, forgetTexts } from '@kantor/server/src/modules/devices/index.ts';
import { forgetOldDeliveries } from '@kantor/server/src/modules/webhooks/index.ts';
import { openDatabase, query } from '@kantor/storms/src/harness/database.ts';
import { gate } from '@kantor/storms/src/harness/gates.ts';
import { openMarket } from '@kantor/storms/src/harness/market.ts';
import { storm } from '@kantor/storms/src/harness/storm.ts';
import { writeMonth } from '../history.ts';
import { startSteadyRequests } from '../steady-requests.ts';
import { type Trial, runAndSave, verified } from '../trial.ts';

const BALANCE = 2_000_000_000;
/** Of all that is forgotten here. */
const LONGEST_TERM_DAYS =
  Math.max(USUAL_TERMS.requests, USUAL_TERMS.webhooks, USUAL_TERMS.pings, USUAL_TERMS.texts) / DAY;
const forgetting = storm({
  name: 'forgetting',
  summary: '',
  minutes: 5,
  sizes: {
    requests: { what: 'API requests of a month', full: 1_000_000, short: 5000 },
    webhooks: { what: 'its webhooks', full: 200_000, short: 2000 },
    pings: { what: 'its pings', full: 300_000, short: 3000 },
    texts: { what: 'its messages of banks', full: 200_000, short: 2000 },
    traffic: { what: 'requests meanwhile', full: 5000, short: 100 },
  },
  run: async (ground, { traffic, ...rows }) => {
    const { say } = ground;
    const database = await openDatabase(ground, 'full');
    const market = await openMarket(ground, { roles: ['api', 'worker'], database });
    const merchant = await market.createMerchant({ balance: BALANCE });
    const trader = await market.createTrader({ balance: BALANCE });
    for (let bank = 1; bank <= 8; bank += 1) await market.createRequisite(trader.id, { bankId: bank });
    const cabinetId = await market.createCabinet(trader.id);
    const [key] = await query<{ id: string }>(
      database.adminUrl,
      `select id from api_key where merchant_id = '${merchant.id}' limit 1`,
    );
    const owners = { merchantId: merchant.id, traderId: trader.id, cabinetId, apiKeyId: key?.id ?? '' };
    const db = createPool(database.url, { max: 4 });
    ground.defer(() => db.destroy());
    /** As the worker's jobs do, side by side, until nothing is left. */
    const forgetAll = () => {
      const turn = { db, clock: () => new Date(), turnMs: HOUR };
      return Promise.all([forgetOldRequests(turn), forgetOldDeliveries(turn), forgetOldPings(turn), forgetTexts(turn)]);
    };
    const left = async () => {
      const [row] = await query<{ n: number }>(
        database.adminUrl,
        `select ((select count(*) from api_request where id < first_id_at(now() - interval '7 days'))
           + (select count(*) from webhook where created_at < now() - interval '90 days')
           + (select count(*) from device_ping where created_at < now() - interval '30 days')
           + (select count(*) from notification where created_at < now() - interval '90 days' and text <> ''))::integer as n`,
      );
      return row?.n ?? -1;
    };

    await writeMonth(database.adminUrl, owners, rows, LONGEST_TERM_DAYS);
    say('a month is there');
    const requests = await startSteadyRequests(
      market,
      { merchant, trader },
      { entrance: market.anyServer().url, requests: traffic },
    );
    const since = performance.now();
    await forgetAll();
    const seconds = (performance.now() - since) / 1000;
    say(`it is forgotten after ${Math.round(seconds)} s`);
    const notForgotten = await left();
    await requests.ended;
    const gates = await requests.gates();
    await market.settle();
    const count = Object.values(rows).reduce((sum, n) => sum + n, 0);
    return [
      ...gates,
      gate('rows past their term that are left', { exactly: 0 }, notForgotten, { of: count }),
      await verified(market.db),
    ];
  },
});

export const forgettingTrial: Trial = {
  name: 'forgetting',
  summary: 'a busy month is past its term and is forgotten, row by row, at 40 requests a second of those whose it was',
  run: () => runAndSave(forgetting),
};
