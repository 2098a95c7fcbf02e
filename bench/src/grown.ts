import type { Environment } from './environment.ts';
import { type Grown, openGrown } from './grown-kept.ts';
import { measureGrownMoney } from './grown-money.ts';
import { type Kind, KINDS, Reading, type Request } from './grown-reads.ts';
import { median } from './measure.ts';
import type { Row } from './report.ts';

const SHORT_ROWS = 10_000;
/** Each read is timed so often, after it has warmed what it reads. */
const ROUNDS = 7;
/** A prepared statement has its lasting plan after five. */
const WARM_UP = 6;
const MOST = 1.5;

interface Times {
  short: number;
  long: number;
}

/** The medians of a kind in both marketplaces, read in turn. */
async function measureKind(
  kind: Kind,
  [short, long]: readonly [Reading, Reading],
  how: { warmUp: number; rounds: number },
) {
  const requests = { short: await kind.requests(short), long: await kind.requests(long) };
  const timeOf = async (reading: Reading, request: Request) =>
    median((await reading.explain(request, how)).map(({ milliseconds }) => milliseconds));
  const times: { short: number[]; long: number[] } = { short: [], long: [] };
  for (let n = 0; n < Math.max(requests.short.length, requests.long.length); n += 1) {
    const [ofShort, ofLong] = [requests.short[n], requests.long[n]];
    if (ofLong) times.long.push(await timeOf(long, ofLong));
    if (ofShort) times.short.push(await timeOf(short, ofShort));
  }
  return { short: median(times.short), long: median(times.long) } satisfies Times;
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
      for (const kind of KINDS) times.push(await measureKind(kind, both, { warmUp: 0, rounds: 1 }));
      return times;
    });
    console.log('The same, warm…');
    const warm = await readBoth(grown, async (both) => {
      const times: Times[] = [];
      for (const kind of KINDS) times.push(await measureKind(kind, both, { warmUp: WARM_UP, rounds: ROUNDS }));
      return times;
    });
    const measured = KINDS.map(({ name }, index) => row(name, rows, warm[index], cold[index], evicted));
    console.log('Issuing and confirming in both…');
    return [...measured, await measureGrownMoney(environment, grown)];
  } finally {
    await grown.stop();
  }
}

function row(name: string, rows: number, warm: Times | undefined, cold: Times | undefined, evicted: boolean): Row {
  if (warm === undefined || cold === undefined) throw new Error(`${name} was not measured`);
  return {
    what: `${name}, in ${rows.toLocaleString('en')} orders`,
    ours: `${warm.long.toFixed(3)} ms`,
    reference: `${warm.short.toFixed(3)} ms in ${SHORT_ROWS.toLocaleString('en')}`,
    ratio: warm.long / warm.short,
    target: { most: MOST },
    note: `${cold.long.toFixed(2)} ms cold${evicted ? ', from the disk' : ''}; in the small one ${cold.short.toFixed(2)}.`,
  };
}
