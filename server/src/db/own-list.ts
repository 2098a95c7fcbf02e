import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import { type RawBuilder, sql } from 'kysely';
import { after, DAY, dayStart } from '../kernel/clock.ts';
import { firstIdAt } from '../kernel/ids.ts';
import type { Page } from './dense-list.ts';
import type { Span } from './platform-list.ts';
import { type Candidates, type FoundPage, searchPlatform, walkOwner } from './platform-search.ts';
import { sumPlatform } from './platform-totals.ts';
import type { Reader } from './tx.ts';

/** What an owner's list is narrowed to: days of Moscow's calendar, both whole, and minor units, both inclusive. */
export interface OwnNarrowing {
  from?: string | undefined;
  to?: string | undefined;
  min?: bigint | undefined;
  max?: bigint | undefined;
}

/** An owner's list that may be narrowed, and added up. */
export interface OwnList {
  table: string;
  /** `select true as present, … from …`, without a where; the rows of the answer. */
  select: RawBuilder<unknown>;
  /** Columns by the alias that the table has there. */
  id: string;
  amount: string;
  /** When a row was made, where its id does not say that. */
  moment?: string;
  /** Where the owner's rows are. */
  candidates: (span: Span) => Candidates;
  /** Whether a row is theirs to see, whatever has led to it. */
  isTheirs: RawBuilder<unknown>;
}

/** The list of an owner whose rows are numbered. */
export const numberedList = ({
  table,
  id,
  owner,
  number,
  ownerId,
  ...list
}: Omit<OwnList, 'candidates' | 'isTheirs'> & { owner: string; number: string; ownerId: string }): OwnList => ({
  ...list,
  table,
  id,
  isTheirs: sql`${sql.ref(`${id.slice(0, id.indexOf('.'))}.${owner}`)} = ${ownerId}`,
  candidates: (span) => walkOwner({ table, owner, number, ownerId, ...span }),
});

/** Days as ids. */
export const spanOf = ({ from, to }: Pick<OwnNarrowing, 'from' | 'to'>): Span => ({
  since: from === undefined ? undefined : firstIdAt(dayStart(from)),
  until: to === undefined ? undefined : firstIdAt(after(dayStart(to), DAY)),
});

const isNarrowed = ({ from, to, min, max }: OwnNarrowing): boolean =>
  [from, to, min, max].some((each) => each !== undefined);

function searchOf(list: OwnList, { from, to, min, max }: OwnNarrowing) {
  const { table, id, isTheirs, moment } = list;
  const amount = sql.ref(list.amount);
  const span = moment === undefined ? spanOf({ from, to }) : { since: undefined, until: undefined };
  const at = moment === undefined ? undefined : sql.ref(moment);
  const where = [
    isTheirs,
    ...(min === undefined ? [] : [sql`${amount} >= ${min}`]),
    ...(max === undefined ? [] : [sql`${amount} <= ${max}`]),
    ...(at === undefined || from === undefined ? [] : [sql`${at} >= ${dayStart(from)}`]),
    ...(at === undefined || to === undefined ? [] : [sql`${at} < ${after(dayStart(to), DAY)}`]),
  ];
  return { table, id, where, candidates: list.candidates(span), ...span };
}

/** What a page of the list is asked for. */
export interface OwnRequest extends PageRequest, OwnNarrowing {
  /** Of a former page's `rest`. */
  before?: string | undefined;
}

/** One page of the list: narrowed, of the first ten thousand rows, and from `rest` on the next; else as it is read by itself. */
export function readNarrowed<Row>(
  db: Reader,
  list: OwnList,
  request: OwnRequest,
  readAll: () => Promise<Page<Row>>,
): Promise<Page<Row> | FoundPage<Row>> {
  if (!isNarrowed(request)) return readAll();
  const { id, ...search } = searchOf(list, request);
  const { page, pageSize, before } = request;
  return searchPlatform<Row>(db, { select: list.select, id }, { ...search, page, pageSize, before });
}

/** How many rows there are, and what they come to in minor units. */
export interface OwnTotals {
  /** Whether these are all, and not those alone among the newest ten thousand. */
  isWhole: boolean;
  count: bigint;
  amount: bigint;
}

/** What the list comes to, narrowed or not; of its first ten thousand rows. */
export async function sumNarrowed(db: Reader, list: OwnList, narrowing: OwnNarrowing): Promise<OwnTotals> {
  const { isWhole, statuses } = await sumPlatform(db, {
    ...searchOf(list, narrowing),
    status: sql`''`,
    amount: sql.ref(list.amount),
  });
  const [{ count, amount } = { count: 0n, amount: 0n }] = statuses;
  return { isWhole, count, amount };
}
