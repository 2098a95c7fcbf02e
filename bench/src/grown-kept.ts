import { randomUUID } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { mkdirSync, statfsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Embedded, startEmbedded } from '@kantor/embedded-postgres';
import { bringUpToDate } from '@kantor/server/src/db/bring-up-to-date.ts';
import { createPool } from '@kantor/server/src/db/pool.ts';
import { systemClock } from '@kantor/server/src/kernel/clock.ts';
import { arrangeRoles } from '@kantor/server/src/db/roles.ts';
import { transaction } from '@kantor/server/src/db/tx.ts';
import { foldLists } from '@kantor/server/src/outbox/fold.ts';
import { countNextDay, foldRollups, recountDays } from '@kantor/server/src/modules/analytics/index.ts';
import { post, postings, sumUpLedger } from '@kantor/server/src/modules/ledger/index.ts';
import { query } from './environment.ts';
import { fillMarketplace, type Filling } from './grown-fill.ts';
import { type BenchMarket, openMarket } from './market.ts';

/** Big marketplaces are filled once and kept here. */
const FOLDER = fileURLToPath(new URL('../.data', import.meta.url));
/** As measured with a million orders: tables, indexes, ledger; and room for the log and for indexes under way. */
const BYTES_AN_ORDER = 2600;
const SPARE_BYTES = 4_000_000_000;
const GB = 1e9;

const MARKET = { merchants: 16, traders: 16, requisites: 4 };
/** Micro-USDT: more than the dearest order. */
const DEPOSIT_AN_ORDER = 1_200_000_000n;

export interface Kept {
  rows: number;
  market: BenchMarket;
}

/** The marketplaces of a kept server, the short one first, which is filled beside the long one. */
export interface Grown {
  kept: readonly [short: Kept, long: Kept];
  /** The databases of a superuser. The address changes when the server starts again. */
  url: (marketplace: Kept) => string;
  /** Starts PostgreSQL again with nothing in its memory. @returns whether the operating system has forgotten the files, too. */
  cool: () => Promise<boolean>;
  stop: () => Promise<void>;
}

const nameOf = (rows: number) => `grown_${rows}`;

/** Marketplaces of two sizes, of which nothing is kept but what was filled whole. */
export async function openGrown(sizes: readonly [number, number], signal: AbortSignal): Promise<Grown> {
  const dataDir = join(FOLDER, `grown-${sizes[1]}`);
  const note = join(dataDir, 'marketplaces.json');
  const read = async () => JSON.parse(await readFile(note, 'utf8')) as Grown['kept'];
  let kept = await read().catch(() => undefined);
  if (kept === undefined) {
    await rm(dataDir, { recursive: true, force: true });
    mkdirSync(dataDir, { recursive: true, mode: 0o755 });
    assertRoom(sizes);
    console.log(
      `Filling marketplaces of ${sizes.map((rows) => rows.toLocaleString('en')).join(' and ')} orders, once…`,
    );
    kept = await fillBoth(dataDir, sizes, signal);
    await writeFile(note, JSON.stringify(kept));
  }
  const [short, long] = kept;
  const start = () => startEmbedded({ dataDir, durability: 'full', signal });
  let server: Embedded = await start();
  const url = ({ rows }: Kept) => new URL(`/${nameOf(rows)}`, server.url).href;
  for (const marketplace of kept) {
    await bringUpToDate(await arrangeRoles(url(marketplace)));
    // What the run before has written must not weigh on the short one.
    const db = createPool(url(marketplace), { max: 1 });
    while ((await foldLists(db)) > 0);
    while ((await foldRollups({ db })) > 0);
    // One that was kept from before there were figures by hour and day.
    while (await countNextDay({ db, clock: systemClock }));
    await db.destroy();
    await sumUp(url(marketplace));
    // By the indexes, too: where few rows are dead it would leave them, and then an index alone would not do.
    await query(url(marketplace), 'vacuum (analyze, index_cleanup on)');
  }
  const [place] = await query<{ folder: string; bytes: string }>(
    url(long),
    `select current_setting('data_directory') as folder, sum(pg_database_size(oid)) as bytes from pg_database`,
  );
  const folder = place?.folder ?? '';
  const elsewhere = folder.startsWith(dataDir) ? '' : ` ${dirname(folder)}`;
  console.log(
    `They take ${(Number(place?.bytes) / GB).toFixed(1)} GB. To be rid of them: rm -r ${dataDir}${elsewhere}`,
  );
  return {
    kept: [short, long],
    url,
    async cool() {
      await server.stop();
      const evicted = evict(join(folder, 'base'));
      server = await start();
      return evicted;
    },
    stop: () => server.stop(),
  };
}

function assertRoom(sizes: readonly number[]): void {
  const needed = sizes.reduce((sum, rows) => sum + rows * BYTES_AN_ORDER, SPARE_BYTES);
  const { bavail, bsize } = statfsSync(FOLDER);
  const free = bavail * bsize;
  if (free >= needed) return;
  throw new Error(
    `The marketplaces need ${(needed / GB).toFixed(0)} GB in ${FOLDER}, which has ${(free / GB).toFixed(0)} GB left. ` +
      'Give fewer orders in KANTOR_BENCH_ROWS.',
  );
}

/** Nothing of it has to outlive a crash of the machine: until all is there, nothing is kept. */
async function fillBoth(
  dataDir: string,
  sizes: readonly [number, number],
  signal: AbortSignal,
): Promise<Grown['kept']> {
  const server = await startEmbedded({ dataDir, durability: 'none', signal });
  const filling = { signal, log: console.log };
  try {
    return [await fillNew(server.url, sizes[0], filling), await fillNew(server.url, sizes[1], filling)];
  } finally {
    await server.stop();
  }
}

/** Makes and fills a marketplace of so many orders in a database of its own, `grown_<rows>`. @param serverUrl of a superuser. */
export async function fillNew(serverUrl: string, rows: number, how: Omit<Filling, 'rows'>): Promise<Kept> {
  await query(new URL('/postgres', serverUrl).href, `create database ${nameOf(rows)}`);
  const url = new URL(`/${nameOf(rows)}`, serverUrl).href;
  const market = await openMarket(url, MARKET);
  await payIn(url, market, BigInt(rows) * DEPOSIT_AN_ORDER);
  await fillMarketplace(url, { rows, ...how });
  await countDays(url, how);
  how.log('Summing up the ledger…');
  await sumUp(url);
  return { rows, market };
}

/** Counts the figures by hour and day of what was filled. */
async function countDays(url: string, { signal, log }: Omit<Filling, 'rows'>): Promise<void> {
  log('Counting the days…');
  const db = createPool((await arrangeRoles(url)).serving, { max: 1 });
  const counting = recountDays({ db, clock: systemClock });
  while (!(await counting.next()).done) signal.throwIfAborted();
  await db.destroy();
}

/** Sums up the ledger as far as a worker has by then. */
async function sumUp(url: string): Promise<void> {
  const db = createPool((await arrangeRoles(url)).serving, { max: 1 });
  await sumUpLedger({ db, clock: systemClock });
  await db.destroy();
}

/** Gives each trader what all orders together are worth. */
async function payIn(url: string, { traders }: BenchMarket, amount: bigint): Promise<void> {
  const db = createPool((await arrangeRoles(url)).serving, { max: 1 });
  await transaction(db, async (tx) => {
    for (const { id } of traders) await post(tx, postings.deposit(randomUUID(), id, amount), new Date());
  });
  await db.destroy();
}

/** Has the operating system forget the contents of a folder's files: dd of GNU can. @returns whether it did. */
function evict(folder: string): boolean {
  const forget = ['-type', 'f', '-exec', 'dd', 'if={}', 'iflag=nocache', 'count=0', 'status=none', ';'];
  spawnSync('sync');
  return spawnSync('find', [folder, ...forget]).status === 0;
}
