import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PLATFORM_ACCOUNT } from '@kantor/server/src/kernel/platform.ts';
import { createPool } from '@kantor/server/src/db/pool.ts';
import { openSnapshot } from '@kantor/server/src/db/snapshot.ts';
import type { Caller } from '@kantor/server/src/http/endpoint.ts';
import { tableText } from '@kantor/server/src/http/table-file.ts';
import { tableXlsx } from '@kantor/server/src/http/table-xlsx.ts';
import { columnsFor } from '@kantor/server/src/modules/exports/service/access.ts';
import { askList, batchesOf } from '@kantor/server/src/modules/exports/service/reading.ts';
import { platformOrderList } from '@kantor/server/src/modules/orders/index.ts';
import type { Row } from './report.ts';

const MOST_ROWS = 1_000_000;
/** A million rows. */
const MOST_S = 60;
const MB = 1e6;

const caller: Caller = { id: PLATFORM_ACCOUNT, role: 'operator', memberRole: 'owner' };

interface Taken {
  rows: number;
  seconds: number;
  /** Of the process, while the file was made. */
  peakMb: number;
}

/** Makes a file of the newest orders of everybody, all columns, as a worker does. */
async function take(url: string, table: typeof tableText | typeof tableXlsx): Promise<Taken> {
  const db = createPool(url, { max: 1 });
  const snapshot = await openSnapshot(db);
  let [rows, peak] = [0, 0];
  async function* newest(): AsyncGenerator<never[]> {
    const asked = { object: null, filters: {}, columns: null };
    const asking = askList(platformOrderList, caller, () => new Date(), asked);
    for await (const { items } of batchesOf(snapshot.reader, asking)) {
      rows += items.length;
      peak = Math.max(peak, process.memoryUsage().rss);
      yield items;
      if (rows >= MOST_ROWS) return;
    }
  }
  const nowhere = new Writable({ write: (_piece, _encoding, done) => done() });
  const startedAt = performance.now();
  await pipeline(Readable.from(table(columnsFor(platformOrderList, caller, null), newest())), nowhere);
  const seconds = (performance.now() - startedAt) / 1000;
  await snapshot.end();
  await db.destroy();
  return { rows, seconds, peakMb: peak / MB };
}

/** A long list as a file of either format. */
export async function measureExport(url: string): Promise<Row[]> {
  const measured: Row[] = [];
  for (const [name, table] of [
    ['CSV', tableText],
    ['XLSX', tableXlsx],
  ] as const) {
    const { rows, seconds, peakMb } = await take(url, table);
    measured.push({
      what: `to take ${rows.toLocaleString('en')} orders away as ${name}`,
      ours: `${seconds.toFixed(1)} s`,
      reference: `${MOST_S} s for a million`,
      ratio: seconds / ((MOST_S * rows) / MOST_ROWS),
      target: { most: 1 },
      note: `the newest of everybody, all columns, of one snapshot; the process has ${peakMb.toFixed(0)} MB at most.`,
    });
  }
  return measured;
}
