import { setTimeout as wait } from 'node:timers/promises';
import { formatMinorUnits, parseMinorUnits, SCALE } from '@kantor/contract/plain/money.ts';
import * as calls from '@kantor/contract/wire/batches.ts';
import type { Environment } from './environment.ts';
import { openMarket } from './market.ts';
import type { Row } from './report.ts';
import { clientAs, startServer, startWorker } from './servers.ts';

const LIMIT_S = 30;
const ASK_MS = 50;

/** As many rows as a file may have, each to another person. */
const fileOf = (rows: number) => {
  const lines = Array.from(
    { length: rows },
    (_, n) => `${1000 + n};Пётр Петров;+7999${String(n).padStart(7, '0')};;Т-Банк;row-${n}`,
  );
  return new File([['Сумма;ФИО;Телефон;Номер счёта;Банк получателя;Ваш номер', ...lines].join('\r\n')], 'file.csv');
};

/** From the upload of a merchant's largest file to its last payout, by an api process and a worker beside it. */
export async function measureBatch(environment: Environment, rows: number): Promise<Row> {
  const databaseUrl = await environment.createDatabase('bench_batch');
  await openMarket(databaseUrl, { merchants: 1, payouts: true, traders: 0, requisites: 0 });
  const [api] = await Promise.all([startServer(environment, databaseUrl), startWorker(environment, databaseUrl)]);
  const merchant = await clientAs(api.url, 'merchant-0');
  const since = performance.now();
  const { id, columns } = await merchant.call(calls.uploadBatch, { file: fileOf(rows) });
  const params = { id };
  const { good } = await merchant.call(calls.mapBatch, { params, body: { columns } });
  const checked = performance.now();
  const micro = (usdt: string | number) => parseMinorUnits(String(usdt), SCALE.usdt) ?? 0n;
  const held = formatMinorUnits(micro(good.amount_in_usdt) + micro(good.fee_in_usdt), SCALE.usdt);
  await merchant.call(calls.startBatch, { params, body: { held_in_usdt: held } });
  let batch = await merchant.call(calls.getBatch, { params });
  while (batch.state !== 'done') {
    await wait(ASK_MS);
    batch = await merchant.call(calls.getBatch, { params });
  }
  const took = (performance.now() - since) / 1000;
  if (batch.counts.done !== rows) throw new Error(`${batch.counts.done} payouts instead of ${rows}`);
  return {
    what: `payouts of a file of ${rows} rows, from its upload to the last`,
    ours: `${took.toFixed(1)} s`,
    reference: `${LIMIT_S} s, the limit`,
    ratio: took / LIMIT_S,
    target: { most: 1 },
    note: `read and checked after ${((checked - since) / 1000).toFixed(1)} s. One api process and one worker.`,
  };
}
