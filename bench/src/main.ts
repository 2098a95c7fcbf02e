import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { MAX_BATCH_ROWS } from '@kantor/contract/plain/batches.ts';
import { measureAnyPage } from './any-page.ts';
import { measureBatch } from './batch.ts';
import { MAX_RECONCILED_ROWS } from '@kantor/contract/plain/reconciliations.ts';
import { measureReconciliation } from './reconciliation.ts';
import { type Environment, withEnvironment } from './environment.ts';
import { measureGrown } from './grown.ts';
import { buildWeb } from '../../scripts/web-build.mjs';
import { measureListPage } from './list-page.ts';
import { measureLiquidity } from './liquidity.ts';
import { measureReadiness } from './readiness.ts';
import { fillOrders } from './lists.ts';
import { machineFacts } from './machine.ts';
import { openMarket, recordHeartbeats } from './market.ts';
import { measureMessageToScreen } from './message-to-screen.ts';
import { measureMoney } from './money.ts';
import { type Row, table, writeResults } from './report.ts';
import { measureStartAgain } from './start-again.ts';
import { measureVisit } from './visit.ts';

const SHORT_ROWS = 10_000;
const LONG_ROWS = Number(process.env['KANTOR_BENCH_ROWS'] ?? 1_000_000);
const GROWN_ROWS = Number(process.env['KANTOR_BENCH_ROWS'] ?? 10_000_000);
/** Each trader's, of a big marketplace whose requisites all take orders: the most that can be asked. */
const [LIQUID_TRADERS, LIQUID_REQUISITES, LIQUID_ORDERS] = [100, 100, 1000];
/** The load and PostgreSQL need cores, too. */
const PROCESSES = Math.max(1, Math.floor(availableParallelism() / 4));

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: 'start,money,lists,liquidity,batch,reconciliation,visit,screen' },
    save: { type: 'boolean', default: true },
  },
  allowNegative: true,
});
const wanted = new Set(options.only.split(','));

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());
process.on('disconnect', () => stopping.abort());

async function measure(environment: Environment): Promise<Row[]> {
  const rows: Row[] = [];
  if (wanted.has('start')) {
    console.log('Starting again and again…');
    rows.push(await measureStartAgain(stopping.signal));
  }
  if (wanted.has('money')) {
    console.log('Issuing and confirming orders…');
    rows.push(...(await measureMoney(environment, stopping.signal, PROCESSES)));
  }
  if (wanted.has('lists')) {
    console.log(`Filling lists of ${SHORT_ROWS} and ${LONG_ROWS} orders…`);
    const databaseUrl = await environment.createDatabase('bench_lists');
    const { traders } = await openMarket(databaseUrl, { merchants: 1, traders: 2, requisites: 8 });
    const [short, long] = traders;
    if (short === undefined || long === undefined) throw new Error('The market has no traders');
    await fillOrders(
      databaseUrl,
      new Map([
        [short.username, SHORT_ROWS],
        [long.username, LONG_ROWS],
      ]),
    );
    console.log('Reading lists…');
    rows.push(
      ...(await measureAnyPage(
        databaseUrl,
        { traderId: short.id, rows: SHORT_ROWS },
        { traderId: long.id, rows: LONG_ROWS },
      )),
    );
    // Afterwards, as the long list would cool meanwhile, and its pages be read from the disk.
    rows.push(...(await measureListPage(environment, { databaseUrl, trader: short })));
  }
  if (wanted.has('liquidity')) {
    console.log(`Asking for the liquidity of ${LIQUID_TRADERS * LIQUID_REQUISITES} requisites…`);
    const databaseUrl = await environment.createDatabase('bench_liquidity');
    const size = { merchants: 1, traders: LIQUID_TRADERS, requisites: LIQUID_REQUISITES };
    const { traders } = await openMarket(databaseUrl, size);
    await fillOrders(databaseUrl, new Map(traders.map(({ username }) => [username, LIQUID_ORDERS])));
    await recordHeartbeats(databaseUrl);
    rows.push(await measureLiquidity(databaseUrl, LIQUID_TRADERS * LIQUID_REQUISITES));
    const [trader] = traders;
    if (trader) rows.push(await measureReadiness(databaseUrl, trader.id, LIQUID_REQUISITES));
  }
  if (wanted.has('batch')) {
    console.log(`Making payouts from a file of ${MAX_BATCH_ROWS} rows…`);
    rows.push(await measureBatch(environment, MAX_BATCH_ROWS));
  }
  if (wanted.has('reconciliation')) {
    console.log(`Comparing a file of ${MAX_RECONCILED_ROWS} rows…`);
    rows.push(await measureReconciliation(environment));
  }
  // Not by itself: it takes minutes once, and its data stay.
  if (wanted.has('grown')) rows.push(...(await measureGrown(environment, stopping.signal, GROWN_ROWS)));
  if (wanted.has('visit')) {
    console.log('Visiting the list of orders…');
    await buildWeb();
    rows.push(...(await measureVisit(environment)));
  }
  if (wanted.has('screen')) {
    console.log('Watching orders that phones close…');
    await buildWeb();
    rows.push(...(await measureMessageToScreen(environment)));
  }
  return rows;
}

try {
  const since = performance.now();
  await withEnvironment(stopping.signal, async (environment) => {
    const facts = await machineFacts(environment.adminUrl.href);
    const rows = await measure(environment);
    console.log(`\n${table(rows)}\n`);
    if (options.save) await writeResults(rows, facts, wanted.has('grown'));
  });
  console.log(`Took ${((performance.now() - since) / 1000).toFixed(0)} s.`);
} catch (error) {
  console.error(stopping.signal.aborted ? 'Broken off.' : error);
  process.exitCode = 1;
}
process.exit();
