import type { OrderFilter } from '@kantor/contract/plain/statuses.ts';
import { createPool } from '@kantor/server/src/db/pool.ts';
import pg from 'pg';
import { behind, pageStatement } from './lists.ts';
import { median } from './measure.ts';
import type { Row } from './report.ts';

const PAGE_SIZE = 30;
const READS = 200;
const WARM_UP = 50;

interface List {
  traderId: string;
  rows: number;
}

interface Explained {
  'QUERY PLAN': [{ 'Execution Time': number }];
}

/** Pages in random positions of a long list, against those of a short one. */
export async function measureAnyPage(url: string, short: List, long: List): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  const db = createPool(url);
  /** PostgreSQL's own time for a page in a random position, in milliseconds. */
  const serverTime = async ({ traderId, rows }: List, status: OrderFilter, part: number) => {
    const page = 1 + Math.floor((Math.random() * rows * part) / PAGE_SIZE);
    const statement = await pageStatement(db, { traderId, status, page, pageSize: PAGE_SIZE });
    const answer = await behind(client, statement, () =>
      client.query<Explained>(`explain (analyze, timing off, format json) ${statement.text}`, statement.values),
    );
    return answer.rows[0]?.['QUERY PLAN'][0]['Execution Time'] ?? Number.NaN;
  };
  const rows: Row[] = [];
  for (const [status, part, name] of [
    ['ALL', 1, 'any page'],
    ['CLOSED', 0.7, 'any page of one status (78 % of the rows)'],
    ['DECLINED', 0.07, 'any page of one status (8 % of the rows)'],
  ] as const) {
    const times: { short: number[]; long: number[] } = { short: [], long: [] };
    for (let read = -WARM_UP; read < READS; read += 1) {
      const ofLong = await serverTime(long, status, part);
      const ofShort = await serverTime(short, status, part);
      if (read < 0) continue;
      times.long.push(ofLong);
      times.short.push(ofShort);
    }
    const [ours, reference] = [median(times.long), median(times.short)];
    rows.push({
      what: `${name} of ${long.rows.toLocaleString('en')} orders`,
      ours: `${ours.toFixed(3)} ms`,
      reference: `${reference.toFixed(3)} ms of ${short.rows.toLocaleString('en')} orders`,
      ratio: ours / reference,
      target: { most: 1.5 },
    });
  }
  await client.end();
  await db.destroy();
  return rows;
}
