import { MAX_RECONCILED_ROWS } from '@kantor/contract/plain/reconciliations.ts';
import * as calls from '@kantor/contract/wire/reconciliations.ts';
import type { Environment } from './environment.ts';
import { fillOrders } from './lists.ts';
import { openMarket } from './market.ts';
import type { Row } from './report.ts';
import { clientAs, startServer } from './servers.ts';

const LIMIT_S = 10;
/** A shop has booked so many in a hundred at another sum. */
const OTHER_SUMS = 5;

/** A shop's own table of the orders that `fillOrders` writes. */
const fileOf = (rows: number) => {
  const lines = Array.from({ length: rows }, (_, n) => {
    const sum = 1000 + ((n + 1) % 900_000) / 100 + (n % 100 < OTHER_SUMS ? 1 : 0);
    return `bench-${n + 1};${sum.toFixed(2).replace('.', ',')};0,652173`;
  });
  return new File([['Номер;Сумма;Комиссия', ...lines].join('\r\n')], 'book.csv');
};

/** From the upload of the largest file to the piles, against as many orders. */
export async function measureReconciliation(environment: Environment): Promise<Row> {
  const databaseUrl = await environment.createDatabase('bench_reconciliation');
  const { traders } = await openMarket(databaseUrl, { merchants: 1, traders: 1, requisites: 10 });
  const rows = MAX_RECONCILED_ROWS;
  await fillOrders(databaseUrl, new Map(traders.map(({ username }) => [username, rows])));
  const api = await startServer(environment, databaseUrl);
  const merchant = await clientAs(api.url, 'merchant-0');
  const file = fileOf(rows);
  const columns = JSON.stringify({ key: 0, amount: 1, fee: 2, state: null, date: null, tail: null });
  const since = performance.now();
  const made = await merchant.call(calls.makeReconciliation, { body: { kind: 'orders', columns }, file });
  const took = (performance.now() - since) / 1000;
  const counted = made.piles.reduce((sum, { count }) => sum + count, 0);
  if (counted < rows) throw new Error(`${counted} rows and orders in piles instead of ${rows}`);
  return {
    what: `reconciliation of a file of ${rows} rows with as many orders`,
    ours: `${took.toFixed(1)} s`,
    reference: `${LIMIT_S} s, the limit`,
    ratio: took / LIMIT_S,
    target: { most: 1 },
    note: `from the upload to the piles, a CSV of ${(file.size / 1024 ** 2).toFixed(1)} MB. One api process.`,
  };
}
