import type { Change } from '@kantor/contract/wire/events.ts';
import type { Database } from '../../db/pool.ts';
import { watched } from '../../db/watch.ts';
import type { Caller } from '../../http/endpoint.ts';
import { type Clock, SECOND } from '../../kernel/clock.ts';
import { allSecrets, type ServerSecrets } from '../../kernel/derive-key.ts';
import { ApiError, unauthorized } from '../../kernel/errors.ts';
import { createFailureLog } from '../../kernel/failures.ts';
import type { Log } from '../../kernel/log.ts';
import type { Part } from '../../kernel/parts.ts';
import { PLATFORM_ACCOUNT } from '../../kernel/platform.ts';
import { OutboxPoller } from '../../outbox/poller.ts';
import type { OutboxEvent } from '../../outbox/read.ts';
import { createCursors, type Cursors } from './cursor.ts';
import { EVERYTHING, FIGURES, type Invalidations, invalidationsOf, isFigure } from './rules.ts';
import { readLiveSessions } from './store.ts';
import { EventStream } from './stream.ts';

export interface Timing {
  /** Between two checks of the sessions: so long the end of one may go unnoticed. */
  inspectMs: number;
  /** Silence after which a client is shown that we are there. */
  beatMs: number;
  /** A client may leave written bytes unread so long. */
  stuckMs: number;
  /** A client that comes anew is sent the changes of this time: it may have read its screen before. */
  overlapMs: number;
  /** The platform's figures change with every event: its people are told of it at most so often. */
  figuresMs: number;
}

const TIMING: Timing = {
  inspectMs: 5 * SECOND,
  beatMs: 15 * SECOND,
  stuckMs: 30 * SECOND,
  overlapMs: 15 * SECOND,
  figuresMs: 2 * SECOND,
};

/** A browser has one; a person has a few browsers, and some that were lost without a word. */
const MAX_STREAMS_PER_PERSON = 10;
const RETRY_AFTER_SECONDS = 60;

class TooManyStreams extends ApiError {
  override readonly retryAfter = RETRY_AFTER_SECONDS;

  constructor() {
    super(429, 'too_many_streams', 'Открыто слишком много окон. Закройте лишние');
  }
}

export interface Deps {
  db: Database;
  clock: Clock;
  /** The server's. */
  secret: ServerSecrets;
  timing?: Partial<Timing> | undefined;
  log: Log;
}

/** The changes that one client is sent of an event. */
function changesFor(
  { listener, takesPayouts }: EventStream,
  event: OutboxEvent,
  invalidations = invalidationsOf(event),
): readonly Change[] {
  if (event.owners.length === 0 || event.owners.includes(listener.accountId)) return invalidations.owners;
  if (listener.isPlatform) return invalidations.platform;
  return takesPayouts ? invalidations.payoutTraders : [];
}

/** The reader stands still beyond this: its clients are better off at another node. */
const LATE_AFTER_MS = 5 * SECOND;
/** Of a look at the sessions. */
const INSPECTION_LIMIT_MS = 5 * SECOND;

/** The clients of this node, and the poller that feeds them. */
export class Events {
  /** The reader, for /ready. */
  readonly part: Part = {
    name: 'live_screens',
    isNeeded: true,
    age: () => this.#poller.age,
    lateAfterMs: LATE_AFTER_MS,
  };
  readonly #deps: Deps;
  readonly #timing: Timing;
  readonly #cursors: Cursors;
  readonly #poller: OutboxPoller;
  readonly #streams = new Set<EventStream>();
  readonly #byAccount = new Map<string, Set<EventStream>>();
  #inspection: NodeJS.Timeout | undefined;
  #figures: NodeJS.Timeout | undefined;
  /** Others in this process who are told of what happens, besides the clients. */
  readonly #followers: ((ids: readonly string[] | undefined) => void)[] = [];
  #isClosed = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#timing = { ...TIMING, ...deps.timing };
    this.#cursors = createCursors(allSecrets(deps.secret)[0]);
    const failures = createFailureLog(deps.log, 'live_reader_failed', deps.clock);
    this.#poller = new OutboxPoller({
      ...deps,
      onEvents: (events) => {
        this.#send(events);
        const ids = events.map(({ objectId }) => objectId);
        for (const follower of this.#followers) follower(ids);
      },
      onLost: () => {
        this.#sendEverything();
        for (const follower of this.#followers) follower(undefined);
      },
      onError: (error) => failures.failed(error),
      onRead: () => failures.succeeded(),
    });
  }

  /** Resolves when events are being read. */
  start(): Promise<void> {
    return this.#poller.start();
  }

  /** @param follower called with the objects of each batch of events; undefined: any may have changed. */
  follow(follower: (ids: readonly string[] | undefined) => void): void {
    this.#followers.push(follower);
  }

  /**
   * Opens the stream of a person, from the client's cursor, or from now.
   * @throws ApiError 401, 429 `too_many_streams`, 503 `not_ready` while the server stops.
   */
  async open({ id: accountId, person, role, session }: Caller, lastCursor: string | undefined): Promise<EventStream> {
    if (session === undefined || person === undefined) throw unauthorized();
    await this.start();
    const position = lastCursor === undefined ? undefined : this.#cursors.decryptCursor(lastCursor);
    if (position !== undefined) await this.#poller.catchUpTo(position);
    const [live] = await readLiveSessions(this.#deps.db, [session.id]);
    if (live?.accountId !== accountId) throw unauthorized();

    // Nothing is awaited from here on, so that no event falls between the missed ones and the next.
    if (this.#isClosed) throw new ApiError(503, 'not_ready', 'Сервис перезапускается');
    const theirs = [...(this.#byAccount.get(accountId) ?? [])].filter(
      ({ listener }) => listener.personId === person.id,
    );
    if (theirs.length >= MAX_STREAMS_PER_PERSON) throw new TooManyStreams();
    const cursor = () => this.#cursors.encryptCursor(this.#poller.position);
    const { memberRole } = live;
    const stream = new EventStream(
      {
        accountId,
        isPlatform: role === 'operator',
        personId: person.id,
        memberRole,
        sessionId: session.id,
        expiresAt: session.expiresAt,
      },
      cursor,
    );
    stream.takesPayouts = live.takesPayouts;
    this.#add(stream);
    if (lastCursor === undefined) {
      const recent = this.#poller.recent(this.#timing.overlapMs).flatMap((event) => changesFor(stream, event));
      // The new object is on the screen already.
      stream.add(recent.map(({ tag, id }) => ({ tag, ...(id !== undefined && { id }) })));
    } else {
      const missed = position && this.#poller.after(position);
      stream.add(missed ? missed.flatMap((event) => changesFor(stream, event)) : EVERYTHING);
    }
    // What its client was still to be told may be before its cursor.
    if (stream.listener.isPlatform) stream.add(FIGURES);
    return stream;
  }

  /** Ends all streams; no new one is opened. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#inspection);
    clearTimeout(this.#figures);
    for (const stream of this.#streams) stream.finish();
    await this.#poller.stop();
  }

  #add(stream: EventStream): void {
    const { accountId } = stream.listener;
    this.#streams.add(stream);
    const own = this.#byAccount.get(accountId) ?? new Set();
    this.#byAccount.set(accountId, own.add(stream));
    this.#inspection ??= setInterval(() => void this.#inspect(), this.#timing.inspectMs);
    stream.once('close', () => {
      this.#streams.delete(stream);
      own.delete(stream);
      if (own.size === 0) this.#byAccount.delete(accountId);
    });
  }

  #send(events: readonly OutboxEvent[]): void {
    const touched = new Set<EventStream>();
    for (const event of events) {
      const invalidations = invalidationsOf(event);
      for (const stream of this.#listenersOf(event, invalidations)) {
        stream.add(changesFor(stream, event, invalidations));
        touched.add(stream);
      }
    }
    for (const stream of touched) stream.flush();
    if (events.some(isFigure)) this.#figures ??= setTimeout(() => this.#sendFigures(), this.#timing.figuresMs);
    // Blocked, perhaps, or no longer one who takes payouts.
    if (events.some(({ kind }) => kind === 'user.changed')) void this.#inspect();
  }

  #sendFigures(): void {
    this.#figures = undefined;
    for (const stream of this.#streams) {
      if (!stream.listener.isPlatform) continue;
      stream.add(FIGURES);
      stream.flush();
    }
  }

  #sendEverything(): void {
    for (const stream of this.#streams) {
      stream.add(EVERYTHING);
      stream.flush();
    }
  }

  #listenersOf({ owners }: OutboxEvent, { payoutTraders, platform }: Invalidations): Iterable<EventStream> {
    if (owners.length === 0 || payoutTraders.length > 0) return this.#streams;
    const accounts = platform.length === 0 ? owners : [...new Set([...owners, PLATFORM_ACCOUNT])];
    return accounts.flatMap((account) => [...(this.#byAccount.get(account) ?? [])]);
  }

  /** Ends the streams of those who may no longer listen, or now in another role or account, or do not read, and shows the others that we are there. */
  async #inspect(): Promise<void> {
    const streams = [...this.#streams];
    const ids = [...new Set(streams.map(({ listener }) => listener.sessionId))];
    // While the database does not answer, no client is refused.
    const live = await watched(INSPECTION_LIMIT_MS, () => readLiveSessions(this.#deps.db, ids)).catch(() => undefined);
    const sessions = live && new Map(live.map((session) => [session.id, session]));
    const at = this.#deps.clock();
    for (const stream of streams) {
      const { sessionId, accountId, memberRole, expiresAt } = stream.listener;
      const session = sessions?.get(sessionId);
      const isTheirs = session?.accountId === accountId && session.memberRole === memberRole;
      if (expiresAt <= at || (sessions !== undefined && !isTheirs)) stream.finish();
      else if (stream.isStuck && stream.idle > this.#timing.stuckMs) stream.destroy();
      else if (stream.idle > this.#timing.beatMs) stream.beat();
      stream.takesPayouts = session?.takesPayouts ?? stream.takesPayouts;
    }
  }
}
