import { sql } from 'kysely';
import { type Clock, SECOND } from '../kernel/clock.ts';
import { ApiError } from '../kernel/errors.ts';
import { type Log, silentLog } from '../kernel/log.ts';
import type { Database } from './pool.ts';
import { behind, later, PLANNED_BY_KEYS, transaction, type Tx } from './tx.ts';
import { unwatched, withPatience } from './watch.ts';

/** So many operations share a turn at most. */
const MAX_TOGETHER = 32;
/** A queue that has been passed over so often comes next, however short it is. */
const MAX_PASSED_OVER = 4;
/** A turn waits no longer for a row that another transaction has: whoever needs it is tried alone, and waits there. */
const LOCK_LIMIT_MS = 100;
/**
 * Statements of a turn take milliseconds, and all operations of the process wait for it: it is given up sooner than others, by
 * the server, with its locks when we are gone, and by us when the server is.
 */
const STATEMENT_LIMIT_MS = 4 * SECOND;
const QUERY_LIMIT_MS = STATEMENT_LIMIT_MS + SECOND;
/** Who is done hears of it no later than this, however long the next turn waits for the database. */
const MAX_UNHEARD_MS = 5;
/** Operations of a process that have no outcome yet. */
const MAX_UNDECIDED = 2000;

/** The operation needs a look of its own: it runs by itself, beside the next turns. */
export const ALONE = Symbol('alone');
/** The operation was in the way of none and found no room: it comes first in the next turn of its kind. */
export const AGAIN = Symbol('again');

export type Outcome<Answer> = { answer: Answer } | typeof ALONE | typeof AGAIN;

export interface TurnDeps {
  db: Database;
  clock: Clock;
  /** Of a turn: called when only its commit is left, and the next may begin; with what makes a handle for one behind it. */
  onWritten?: (next?: () => Database) => void;
}

/** Operations that can be done together. */
export interface Kind<Request, Answer> {
  name: string;
  /**
   * Does what it can of up to MAX_TOGETHER operations in one transaction, with an outcome for each, in their order. What is
   * refused is left ALONE, which finds the words for it. Whatever is thrown undoes the transaction and sends all of them alone.
   */
  together: (deps: TurnDeps, requests: readonly Request[]) => Promise<readonly Outcome<Answer>[]>;
  /**
   * Does one operation, or refuses it.
   * @param isUnsure whether a turn with it has failed: nobody knows whether that was committed.
   */
  alone: (deps: TurnDeps, request: Request, isUnsure: boolean) => Promise<Answer>;
}

interface Waiting {
  request: unknown;
  resolve: (answer: unknown) => void;
  reject: (error: unknown) => void;
}

interface Queue {
  kind: Kind<unknown, unknown>;
  waiting: Waiting[];
  passedOver: number;
  /** A turn of the kind is being written. */
  isWriting: boolean;
  /** The turn that was written last; its commit may be on its way. */
  former: Promise<unknown>;
}

/** The transaction of a turn. */
export const inTurn = <Result>({ db, onWritten }: TurnDeps, work: (tx: Tx) => Promise<Result>): Promise<Result> =>
  withPatience(QUERY_LIMIT_MS, () =>
    transaction(db, async (tx) => {
      const limit = String(STATEMENT_LIMIT_MS);
      await later(
        tx,
        sql`
        select set_config('lock_timeout', ${String(LOCK_LIMIT_MS)}, true), set_config('statement_timeout', ${limit}, true),
          set_config('idle_in_transaction_session_timeout', ${limit}, true), ${PLANNED_BY_KEYS}`,
      );
      const next = behind(db, tx);
      const result = await work(tx);
      onWritten?.(await next);
      return result;
    }),
  );

export type Turns = ReturnType<typeof createTurns>;

/** A turn of which only the commit is left. */
interface WrittenTurn {
  /** Makes a handle for a turn behind it. */
  behind: () => Database;
  /** How many operations it has. */
  size: number;
}

/**
 * Gathers the operations of a process that wait for the database, so that they share its round trips and statements. One turn at
 * a time: meanwhile the next gathers. Only a full one does not wait for the end of others: it begins beside turns of other kinds,
 * and while the commit of one of its own is on its way to the disk. One of as many operations as the turn that is written goes behind
 * that, on its connection, with half of both: the database goes on with it at once, and turns stay alike in size. A turn takes the
 * longest queue, from its head, and never waits on purpose. Its members are answered when the next one is written, so that the
 * database does not wait for that. Each operation has its own outcome; a neighbour that fails costs the others one more try, alone.
 * @param log is told why a turn failed.
 */
export function createTurns(deps: TurnDeps, log: Log = silentLog) {
  const queues = new Map<unknown, Queue>();
  let undecided = 0;
  /** Turns that are not over. */
  let underWay = 0;
  /** Of these, those whose last statements are yet to be sent. */
  let unwritten = 0;
  /** The turn that was written last, until it is over or another is behind it. */
  let lastWritten: WrittenTurn | undefined;
  /** `goOnSoon` has been called. */
  let isGoingOnSoon = false;
  /** How members of turns that are over hear of their outcomes: of those who have not yet. */
  const unheard: (() => void)[] = [];

  const answerAll = (answers: (() => void)[]): void => {
    for (const answer of answers) answer();
  };

  /**
   * Answers when the database has all of the next turn to work on. Before, its first results would wait until the answers were
   * written out, and the requests that follow them were read.
   */
  function answerSoon(): void {
    if (unwritten === 0) setImmediate(answerAll, unheard.splice(0));
    else setTimeout(() => answerAll(unheard.splice(0)), MAX_UNHEARD_MS);
  }

  /** The queue whose turn it is; undefined when nobody waits, or who waits had better gather. */
  function nextQueue(): Queue | undefined {
    const enough = underWay === 0 ? 1 : (lastWritten?.size ?? MAX_TOGETHER);
    const ready = [...queues.values()].filter(({ waiting, isWriting }) => !isWriting && waiting.length >= enough);
    const next =
      ready.find(({ passedOver }) => passedOver >= MAX_PASSED_OVER) ??
      ready.toSorted((a, b) => b.waiting.length - a.waiting.length)[0];
    for (const queue of ready) queue.passedOver = queue === next ? 0 : queue.passedOver + 1;
    return next;
  }

  const runAlone = ({ kind }: Queue, { request, resolve, reject }: Waiting, isUnsure: boolean): void => {
    kind.alone(deps, request, isUnsure).then(resolve, reject);
  };

  /** @returns how its members hear of their outcomes. */
  async function takeTurn(
    queue: Queue,
    members: readonly Waiting[],
    own: Pick<TurnDeps, 'db' | 'onWritten'>,
  ): Promise<() => void> {
    const requests = members.map(({ request }) => request);
    let outcomes: readonly Outcome<unknown>[];
    try {
      outcomes = await queue.kind.together({ ...deps, ...own }, requests);
    } catch (error) {
      log.warn('turn_failed', { job: queue.kind.name, error });
      return () => {
        for (const member of members) runAlone(queue, member, true);
      };
    }
    const again = members.filter((_, n) => outcomes[n] === AGAIN);
    // A turn that found room for nobody would be taken for ever.
    const isStuck = again.length === members.length;
    if (!isStuck) queue.waiting.unshift(...again);
    return () => {
      members.forEach((member, n) => {
        const outcome = outcomes[n] ?? ALONE;
        if (outcome === ALONE || (outcome === AGAIN && isStuck)) runAlone(queue, member, false);
        else if (outcome !== AGAIN) member.resolve(outcome.answer);
      });
    };
  }

  /** The members of a turn that begins now, and where it is written. */
  function begin({ waiting }: Queue): { members: Waiting[]; db: Database } {
    const before = waiting.length < MAX_TOGETHER ? lastWritten : undefined;
    if (before === undefined) return { members: waiting.splice(0, MAX_TOGETHER), db: deps.db };
    lastWritten = undefined;
    // What gathered behind a single one came at once, and goes on together.
    const most = before.size === 1 ? MAX_TOGETHER : Math.ceil((before.size + waiting.length) / 2);
    return { members: waiting.splice(0, most), db: before.behind() };
  }

  async function write(queue: Queue): Promise<void> {
    underWay += 1;
    unwritten += 1;
    queue.isWriting = true;
    const { members, db } = begin(queue);
    const { promise: isWritten, resolve: onWritten } = Promise.withResolvers<(() => Database) | undefined>();
    const turn = takeTurn(queue, members, { db, onWritten }).finally(() => onWritten(undefined));
    const next = await isWritten;
    const written = next && { behind: next, size: members.length };
    lastWritten = written;
    unwritten -= 1;
    answerSoon();
    // One commit of a kind is on its way at most.
    await queue.former;
    queue.former = turn;
    queue.isWriting = false;
    goOn();
    const answer = await turn;
    if (lastWritten === written) lastWritten = undefined;
    underWay -= 1;
    goOn();
    unheard.push(answer);
    answerSoon();
  }

  /** Begins what may begin. A turn is nobody's own work: no caller's watch ends it. */
  function goOn(): void {
    for (let queue = nextQueue(); queue !== undefined; queue = nextQueue()) {
      const begun = queue;
      unwatched(() => void write(begun));
    }
  }

  /** As `goOn`, when all requests are read that have come: one of them may be enough, and they go together. */
  function goOnSoon(): void {
    if (isGoingOnSoon) return;
    isGoingOnSoon = true;
    setImmediate(() => {
      isGoingOnSoon = false;
      goOn();
    });
  }

  function queueOf(kind: Kind<unknown, unknown>): Queue {
    const queue = queues.get(kind) ?? { kind, waiting: [], passedOver: 0, isWriting: false, former: Promise.resolve() };
    queues.set(kind, queue);
    return queue;
  }

  return {
    /**
     * Does an operation in one of the next turns.
     * @throws ApiError 503 `busy` when too many have no outcome yet, and the errors of `alone`.
     */
    async take<Request, Answer>(kind: Kind<Request, Answer>, request: Request): Promise<Answer> {
      if (undecided >= MAX_UNDECIDED) throw new Overloaded();
      const queue = queueOf(kind as Kind<unknown, unknown>);
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      queue.waiting.push({ request, resolve, reject });
      undecided += 1;
      if (lastWritten === undefined) goOn();
      else goOnSoon();
      try {
        return (await promise) as Answer;
      } finally {
        undecided -= 1;
      }
    },
  };
}

class Overloaded extends ApiError {
  override readonly retryAfter = 1;

  constructor() {
    super(503, 'busy', 'Сейчас слишком много запросов. Повторите через секунду');
  }
}
