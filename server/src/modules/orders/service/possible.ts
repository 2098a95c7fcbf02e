import { MIN_ORDER_KOPECKS } from '@kantor/contract/plain/limits.ts';
import { type OrderMethod, ORDER_METHODS } from '@kantor/contract/plain/statuses.ts';
import type { Database } from '../../../db/pool.ts';
import { cached } from '../../../kernel/cached.ts';
import { type Clock, SECOND } from '../../../kernel/clock.ts';
import { type ApiError, badRequest, conflict } from '../../../kernel/errors.ts';
import { inRoubles, mostKopecks } from '../../../kernel/money.ts';
import { findCurrentRate, isStale } from '../../rates/index.ts';
import { type Requirements } from '../store/gates.ts';
import { readObstacle, readSumSpans, type SumSpan } from '../store/possible.ts';
import type { Reader } from '../../../db/tx.ts';

/** Whether an order of a sum would be issued: now, perhaps later, or never as requisites are set up. */
type Possibility = 'yes' | 'not_now' | 'never';

/** Sums from and to, both included, in kopecks; without an end it is null. */
interface SumRange {
  from: bigint;
  to: bigint | null;
  answer: Possibility;
}

export interface PossibleSums {
  method: OrderMethod;
  /** Null: whichever bank it comes to. */
  bankId: number | null;
  ranges: SumRange[];
}

type Span = Pick<SumRange, 'from' | 'to'>;

const covers = ({ from, to }: Span, sum: bigint) => from <= sum && (to === null || sum <= to);

/** All sums from the smallest on, in ranges of one answer each. */
function rangesOf(ever: readonly Span[], now: readonly Span[]): SumRange[] {
  // Without any requisite there may be some tomorrow.
  if (ever.length === 0) return [{ from: MIN_ORDER_KOPECKS, to: null, answer: 'not_now' }];
  const edges = [...ever, ...now].flatMap(({ from, to }) => (to === null ? [from] : [from, to + 1n]));
  const starts = [...new Set([MIN_ORDER_KOPECKS, ...edges.filter((edge) => edge > MIN_ORDER_KOPECKS)])].toSorted(
    (a, b) => (a < b ? -1 : 1),
  );
  const answerTo = (sum: bigint): Possibility => {
    if (now.some((span) => covers(span, sum))) return 'yes';
    return ever.some((span) => covers(span, sum)) ? 'not_now' : 'never';
  };
  const ranges: SumRange[] = [];
  starts.forEach((from, n) => {
    const answer = answerTo(from);
    const next = starts[n + 1];
    const to = next === undefined ? null : next - 1n;
    const last = ranges.at(-1);
    if (last?.answer === answer) last.to = to;
    else ranges.push({ from, to, answer });
  });
  return ranges;
}

/** The same for each method, at any bank and at each that has requisites. */
async function readPossible({ db, clock }: { db: Database; clock: Clock }): Promise<PossibleSums[]> {
  const at = clock();
  const [rate, spans] = await Promise.all([findCurrentRate(db), readSumSpans(db, at)]);
  const value = rate === undefined || isStale(rate, at) ? undefined : rate.value;
  const everOf = ({ from, to }: SumSpan): Span => ({ from, to: to === 0n ? null : to });
  const nowOf = ({ from, to, funds, isReady }: SumSpan): Span[] => {
    if (!isReady || value === undefined) return [];
    const most = mostKopecks(funds, value);
    const end = to === 0n || most < to ? most : to;
    return end < from ? [] : [{ from, to: end }];
  };
  return ORDER_METHODS.flatMap((method) => {
    const own = spans.filter((span) => span.method === method);
    const banks = [...new Set(own.map(({ bankId }) => bankId))].toSorted((a, b) => a - b);
    return [null, ...banks].map((bankId) => {
      const asked = own.filter((span) => bankId === null || span.bankId === bankId);
      return { method, bankId, ranges: rangesOf(asked.map(everOf), asked.flatMap(nowOf)) };
    });
  });
}

/** Asks it of the database once a second at most, whoever asks: it is the same for all. */
export function createPossibleSums(deps: { db: Database; clock: Clock }): () => Promise<PossibleSums[]> {
  const known = cached({ read: () => readPossible(deps), clock: deps.clock, ttlMs: SECOND, maxKeys: 1 });
  return () => known.get('all');
}

const NO_REQUISITE = 'Сейчас нет реквизита для этой суммы. Повторите попытку позже';

/** Why there is no requisite for an order: a bank that is none, a sum that nobody takes, or the moment. */
export async function refusalWithoutRequisite(db: Reader, required: Requirements): Promise<ApiError> {
  const { isUnknownBank, couldBe, ever } = await readObstacle(db, required);
  if (isUnknownBank) return badRequest({ bank: ['Такого банка нет: номера — в GET /banks'] });
  if (couldBe || ever === null) return conflict('no_requisite', NO_REQUISITE);
  const { from, to } = ever;
  const least = inRoubles(from > MIN_ORDER_KOPECKS ? from : MIN_ORDER_KOPECKS);
  const bounds = to === null ? `от ${least}` : `от ${least} до ${inRoubles(to)}`;
  return conflict('sum_impossible', `Заказы на такую сумму здесь не выдаются. Бывают ${bounds}: GET /limits`);
}
