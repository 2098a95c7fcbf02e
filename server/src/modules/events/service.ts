import type { Change } from '@kantor/contract/wire/events.ts';
import type { Database } from '../../db/pool.ts';
import type { Caller } from '../../http/endpoint.ts';
import type { Clock } from '../../kernel/clock.ts';
import { ApiError, unauthorized } from '../../kernel/errors.ts';
import { Tail } from '../../outbox/tail.ts';
import type { OutboxEvent } from '../../outbox/read.ts';
import { EVERYTHING, type Told, toldOf } from './rules.ts';
import { createSeal, type Seal } from './seal.ts';
import { readLiveSessions } from './store.ts';
import { EventStream } from './stream.ts';

/** Milliseconds. */
export interface Timing {
  /** Between two looks at who may still listen: so long the end of a session may go unnoticed. */
  inspect: number;
  /** Silence after which a client is shown that we are there. */
  beat: number;
  /** How long a client may leave what was written to it unread. */
  stuck: number;
  /** A client that comes anew is told what came in this time: it may have read its screen before. */
  overlap: number;
}

const TIMING: Timing = { inspect: 5000, beat: 15_000, stuck: 30_000, overlap: 15_000 };

/** A browser has one; a person has a few browsers, and some that were lost without a word. */
const STREAMS_PER_USER = 10;
const LATER_SECONDS = 60;

class TooManyStreams extends ApiError {
  override readonly retryAfter = LATER_SECONDS;

  constructor() {
    super(429, 'too_many_streams', 'Открыто слишком много окон. Закройте лишние');
  }
}

export interface Deps {
  db: Database;
  clock: Clock;
  /** The server's. */
  secret: Uint8Array;
  timing?: Partial<Timing> | undefined;
  log: { error(error: unknown): void };
}

/** What one client is told of an event. */
function toldTo({ listener, takesPayouts }: EventStream, event: OutboxEvent, told = toldOf(event)): readonly Change[] {
  if (event.owners.length === 0 || event.owners.includes(listener.userId)) return told.owners;
  return takesPayouts ? told.payoutTraders : [];
}

/** The clients of this node, and who feeds them. */
export class Events {
  readonly #deps: Deps;
  readonly #timing: Timing;
  readonly #seal: Seal;
  readonly #tail: Tail;
  readonly #streams = new Set<EventStream>();
  readonly #byUser = new Map<string, Set<EventStream>>();
  #inspection: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#timing = { ...TIMING, ...deps.timing };
    this.#seal = createSeal(deps.secret);
    this.#tail = new Tail({
      ...deps,
      onEvents: (events) => this.#tell(events),
      onError: (error) => deps.log.error(error),
    });
  }

  /**
   * Opens the stream of a person, from the place that the client was last told, or from now.
   * @throws ApiError 401, 429 `too_many_streams`, 503 `not_ready` while the server stops.
   */
  async open({ id: userId, session }: Caller, lastPlace: string | undefined): Promise<EventStream> {
    if (session === undefined) throw unauthorized();
    await this.#tail.start();
    const position = lastPlace === undefined ? undefined : this.#seal.open(lastPlace);
    if (position !== undefined) await this.#tail.reach(position);
    const [live] = await readLiveSessions(this.#deps.db, [session.id]);
    if (live === undefined) throw unauthorized();

    // From here on nothing is waited for, so that nothing comes between what is missed and what is next.
    if (this.#isClosed) throw new ApiError(503, 'not_ready', 'Сервис перезапускается');
    if ((this.#byUser.get(userId)?.size ?? 0) >= STREAMS_PER_USER) throw new TooManyStreams();
    const place = () => this.#seal.seal(this.#tail.position);
    const stream = new EventStream({ userId, sessionId: session.id, expiresAt: session.expiresAt }, place);
    stream.takesPayouts = live.takesPayouts;
    this.#add(stream);
    if (lastPlace === undefined) {
      const recent = this.#tail.heardWithin(this.#timing.overlap).flatMap((event) => toldTo(stream, event));
      // What is new is on the screen already.
      stream.add(recent.map(({ tag, id }) => ({ tag, ...(id !== undefined && { id }) })));
    } else {
      const missed = position && this.#tail.after(position);
      stream.add(missed ? missed.flatMap((event) => toldTo(stream, event)) : EVERYTHING);
    }
    return stream;
  }

  /** Ends all streams; none is opened any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#inspection);
    for (const stream of this.#streams) stream.finish();
    await this.#tail.stop();
  }

  #add(stream: EventStream): void {
    const { userId } = stream.listener;
    this.#streams.add(stream);
    const own = this.#byUser.get(userId) ?? new Set();
    this.#byUser.set(userId, own.add(stream));
    this.#inspection ??= setInterval(() => void this.#inspect(), this.#timing.inspect);
    stream.once('close', () => {
      this.#streams.delete(stream);
      own.delete(stream);
      if (own.size === 0) this.#byUser.delete(userId);
    });
  }

  #tell(events: readonly OutboxEvent[]): void {
    const touched = new Set<EventStream>();
    for (const event of events) {
      const told = toldOf(event);
      for (const stream of this.#whom(event, told)) {
        stream.add(toldTo(stream, event, told));
        touched.add(stream);
      }
    }
    for (const stream of touched) stream.flush();
    // Blocked, perhaps, or no longer one who takes payouts.
    if (events.some(({ kind }) => kind === 'user.changed')) void this.#inspect();
  }

  #whom({ owners }: OutboxEvent, told: Told): Iterable<EventStream> {
    if (owners.length === 0 || told.payoutTraders.length > 0) return this.#streams;
    return owners.flatMap((owner) => [...(this.#byUser.get(owner) ?? [])]);
  }

  /** Ends the streams of those who may no longer listen or do not read, and shows the others that we are there. */
  async #inspect(): Promise<void> {
    const streams = [...this.#streams];
    const ids = [...new Set(streams.map(({ listener }) => listener.sessionId))];
    // While the database does not answer, nobody is turned away.
    const live = await readLiveSessions(this.#deps.db, ids).catch(() => undefined);
    const takesPayouts = live && new Map(live.map((session) => [session.id, session.takesPayouts]));
    const at = this.#deps.clock();
    for (const stream of streams) {
      const { sessionId, expiresAt } = stream.listener;
      if (expiresAt <= at || takesPayouts?.has(sessionId) === false) stream.finish();
      else if (stream.isStuck && stream.idle > this.#timing.stuck) stream.destroy();
      else if (stream.idle > this.#timing.beat) stream.beat();
      stream.takesPayouts = takesPayouts?.get(sessionId) ?? stream.takesPayouts;
    }
  }
}
