import type { Environment } from './environment.ts';
import { measureExport } from './grown-export.ts';
import { type Grown, openGrown } from './grown-kept.ts';
import { measureGrownMoney } from './grown-money.ts';
import { measureVerification } from './grown-verification.ts';
import { ANALYTICS_KINDS } from './grown-analytics.ts';
import { EVERY_KIND } from './grown-palette.ts';
import { statementKinds } from './grown-statements.ts';
import { type Kind, Reading, type Request } from './grown-reads.ts';
import { median, percentile } from './measure.ts';
import type { Row } from './report.ts';

const SHORT_ROWS = 10_000;
/** Each read is timed so often, after it has warmed what it reads. */
const ROUNDS = 7;
/** A prepared statement has its lasting plan after five. */
const WARM_UP = 6;
const MOST = 1.5;
const PALETTE_MOST_MS = 100;
/** Of what grows with the days or the blocks of entries, not with the orders. */
const FIGURES_MOST_MS = 100;

interface Times {
  short: number;
  long: number;
  /** The median of the request that took longest. */
  slowest: number;
  /** What 95 of 100 reads do not exceed. */
  slow: { short: number; long: number };
}

/** The medians of a kind in both marketplaces, read in turn. */
async function measureKind(
  kind: Kind,
  [short, long]: readonly [Reading, Reading],
  how: { warmUp: number; rounds: number },
) {
  const requests = { short: await kind.requests(short), long: await kind.requests(long) };
  const every: { short: number[]; long: number[] } = { short: [], long: [] };
  const timeOf = async (reading: Reading, request: Request, all: number[]) => {
    const milliseconds = (await reading.explain(request, how)).map((account) => account.milliseconds);
    all.push(...milliseconds);
    return median(milliseconds);
  };
  const times: { short: number[]; long: number[] } = { short: [], long: [] };
  for (let n = 0; n < Math.max(requests.short.length, requests.long.length); n += 1) {
    const [ofShort, ofLong] = [requests.short[n], requests.long[n]];
    if (ofLong) times.long.push(await timeOf(long, ofLong, every.long));
    if (ofShort) times.short.push(await timeOf(short, ofShort, every.short));
  }
  return {
    short: median(times.short),
    long: median(times.long),
    slowest: Math.max(...times.long),
    slow: { short: percentile(every.short, 95), long: percentile(every.long, 95) },
  } satisfies Times;
}

async function readBoth<Result>(
  grown: Grown,
  work: (both: readonly [Reading, Reading]) => Promise<Result>,
): Promise<Result> {
  const [short, long] = grown.kept;
  const both = [await Reading.open(grown.url(short)), await Reading.open(grown.url(long))] as const;
  try {
    return await work(both);
  } finally {
    for (const reading of both) await reading.close();
  }
}

/** Lists, searches, issuing and confirming in a marketplace that has grown, beside a small one on the same server. */
export async function measureGrown(environment: Environment, signal: AbortSignal, rows: number): Promise<Row[]> {
  const grown = await openGrown([SHORT_ROWS, rows], signal);
  try {
    console.log('Reading pages and searching, cold…');
    const evicted = await grown.cool();
    const cold = await readBoth(grown, async (both) => {
      const times: Times[] = [];
      for (const kind of EVERY_KIND) times.push(await measureKind(kind, both, { warmUp: 0, rounds: 1 }));
      return times;
    });
    console.log('The same, warm…');
    const warm = await readBoth(grown, async (both) => {
      const times: Times[] = [];
      for (const kind of EVERY_KIND) times.push(await measureKind(kind, both, { warmUp: WARM_UP, rounds: ROUNDS }));
      return times;
    });
    const measured = EVERY_KIND.map(({ name }, index) => row(name, rows, warm[index], cold[index], evicted));
    const figures: Row[] = [];
    await readBoth(grown, async (both) => {
      for (const [what, kinds] of [
        ["analytics' page, of a year", ANALYTICS_KINDS],
        ['a statement, of all time', statementKinds(rows)],
      ] as const) {
        const times: Times[] = [];
        for (const kind of kinds) times.push(await measureKind(kind, both, { warmUp: WARM_UP, rounds: ROUNDS }));
        figures.push(figuresRow(what, rows, kinds, times));
      }
    });
    console.log('Issuing and confirming in both…');
    const money = await measureGrownMoney(environment, grown);
    const [, long] = grown.kept;
    console.log('Verifying a day…');
    const verification = await measureVerification(grown.url(long));
    console.log('Taking orders away as files…');
    return [
      ...measured,
      paletteRow(rows, warm),
      ...figures,
      money,
      verification,
      ...(await measureExport(grown.url(long))),
    ];
  } finally {
    await grown.stop();
  }
}

/** A median tells nothing of a key that one role's search finds badly. */
function paletteRow(rows: number, warm: readonly Times[]): Row {
  const slowest = Math.max(
    ...warm.filter((_, index) => EVERY_KIND[index]?.name.startsWith('palette')).map((times) => times.slowest),
  );
  return {
    what: `the slowest search of the palette, by any key and role, in ${rows.toLocaleString('en')} orders`,
    ours: `${slowest.toFixed(3)} ms`,
    reference: `${PALETTE_MOST_MS} ms, the goal`,
    ratio: slowest / PALETTE_MOST_MS,
    target: { most: 1 },
  };
}

/** The slowest of some reads, against what a page may take. */
function figuresRow(what: string, rows: number, kinds: readonly Kind[], warm: readonly Times[]): Row {
  const slowest = Math.max(...warm.map((times) => times.slowest));
  const parts = kinds.map(({ name }, index) => `${name} ${(warm[index]?.slowest ?? 0).toFixed(1)} ms`);
  return {
    what: `the slowest read of ${what}, in ${rows.toLocaleString('en')} orders`,
    ours: `${slowest.toFixed(3)} ms`,
    reference: `${FIGURES_MOST_MS} ms, the goal`,
    ratio: slowest / FIGURES_MOST_MS,
    target: { most: 1 },
    note: `${parts.join(', ')}.`,
  };
}

function row(name: string, rows: number, warm: Times | undefined, cold: Times | undefined, evicted: boolean): Row {
  if (warm === undefined || cold === undefined) throw new Error(`${name} was not measured`);
  return {
    what: `${name}, in ${rows.toLocaleString('en')} orders`,
    ours: `${warm.long.toFixed(3)} ms`,
    reference: `${warm.short.toFixed(3)} ms in ${SHORT_ROWS.toLocaleString('en')}`,
    ratio: warm.long / warm.short,
    target: { most: MOST },
    note: `p95 ${warm.slow.long.toFixed(2)} ms, the slowest of its requests ${warm.slowest.toFixed(2)}, in the small one ${warm.slow.short.toFixed(2)}; ${cold.long.toFixed(2)} ms cold${evicted ? ', from the disk' : ''}; in the small one ${cold.short.toFixed(2)}.`,
  };
}
