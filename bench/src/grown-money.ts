import type { Environment } from './environment.ts';
import type { Grown } from './grown-kept.ts';
import { compare, interleaved } from './measure.ts';
import type { Row } from './report.ts';
import { ServedMarket } from './served-market.ts';

const CONNECTIONS = 16;
const WARM_UP_S = 4;
const ROUND_S = 4;
const ROUNDS = 4;

/** Issuing and confirming in both marketplaces in turn, a server process each. */
export async function measureGrownMoney(environment: Environment, grown: Grown): Promise<Row> {
  const [shortKept, longKept] = grown.kept;
  const short = await ServedMarket.serve(environment, grown.url(shortKept), shortKept.market, 1);
  const long = await ServedMarket.serve(environment, grown.url(longKept), longKept.market, 1);
  const load = (market: ServedMarket, seconds: number) =>
    market.load({ connections: CONNECTIONS, merchants: longKept.market.keys.length, seconds });
  for (const market of [short, long]) await load(market, WARM_UP_S);
  const rounds = await interleaved(ROUNDS, { long: () => load(long, ROUND_S), short: () => load(short, ROUND_S) });
  for (const market of [short, long]) await market.stop();
  const { ours, reference, ratio } = compare(
    rounds,
    (round) => 1000 / round.long.rate,
    (round) => 1000 / round.short.rate,
  );
  return {
    what: `to issue or confirm an order, in ${longKept.rows.toLocaleString('en')} orders`,
    ours: `${ours.toFixed(3)} ms`,
    reference: `${reference.toFixed(3)} ms in ${shortKept.rows.toLocaleString('en')}`,
    ratio,
    target: { most: 1.5 },
    note: `a second divided by the operations in it: over HTTP, ${CONNECTIONS} connections, a server process each.`,
  };
}
