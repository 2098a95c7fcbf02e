import { Readable } from 'node:stream';
import type { Database } from '../../db/pool.ts';
import { after, type Clock, MINUTE, SECOND } from '../../kernel/clock.ts';
import { ApiError } from '../../kernel/errors.ts';
import { createFailureLog } from '../../kernel/failures.ts';
import type { Log } from '../../kernel/log.ts';
import { networkOf } from '../../kernel/network.ts';
import type { Language } from './html/language.ts';
import { isDead } from './rules.ts';
import { type Payment, readPayment } from './store.ts';

/** Pages that look at one order: a payer has a phone and a computer, and reloads. */
const MAX_OF_ORDER = 4;
/** Of one address; a mobile carrier has many payers at one. */
const MAX_OF_ADDRESS = 50;
/** Of this process. Whoever is beyond a bound asks again and again instead. */
const MAX_STREAMS = 2000;
const LIFETIME_MS = 30 * MINUTE;
const BEAT_MS = 15 * SECOND;
const RETRY_MS = 5 * SECOND;
/** May wait for a client; one that does not read so much is cut off. */
const MAX_UNREAD_BYTES = 128 * 1024;

/** The events of all orders, as the live screens read them. */
export interface LiveEvents {
  /** Resolves when they are being read. */
  start: () => Promise<void>;
  /** @param onEvents called with the ids of what has changed; undefined: perhaps everything has. */
  follow: (onEvents: (ids: readonly string[] | undefined) => void) => void;
}

export interface StreamDeps {
  db: Database;
  clock: Clock;
  log: Log;
  live: LiveEvents;
}

/** What a page is sent of an order. */
export type Render = (payment: Payment, language: Language) => unknown;

class PageStream extends Readable {
  readonly language: Language;
  readonly network: string;
  readonly until: Date;
  #isOver = false;

  constructor(language: Language, network: string, until: Date) {
    super({ highWaterMark: MAX_UNREAD_BYTES });
    this.language = language;
    this.network = network;
    this.until = until;
    this.push(`retry: ${RETRY_MS}\n\n`);
  }

  /** Whoever does not read asks anew when they do. */
  write(text: string): void {
    if (!this.#isOver && !this.push(text)) this.destroy();
  }

  /** Ends it in good order: its client may come back. */
  finish(): void {
    if (!this.#isOver) this.push(null);
    this.#isOver = true;
  }

  override _read(): void {
    // What there is has been pushed.
  }
}

/** Who looks at which order, and the sending of what happens to it. */
export class PaymentStreams {
  readonly #deps: StreamDeps;
  readonly #render: Render;
  readonly #byOrder = new Map<string, Set<PageStream>>();
  readonly #byNetwork = new Map<string, number>();
  readonly #failures: ReturnType<typeof createFailureLog>;
  #count = 0;
  #beat: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(deps: StreamDeps, render: Render) {
    this.#deps = deps;
    this.#render = render;
    this.#failures = createFailureLog(deps.log, 'payment_page_stream_failed', deps.clock);
    deps.live.follow((ids) => void this.#tell(ids ?? [...this.#byOrder.keys()]));
  }

  /** @throws ApiError 429 `too_many_streams`, 503 `not_ready` while the server stops. */
  async open(orderId: string, language: Language, address: string): Promise<Readable> {
    await this.#deps.live.start();
    if (this.#isClosed) throw new ApiError(503, 'not_ready', 'Сервис перезапускается');
    const network = networkOf(address);
    const ofOrder = this.#byOrder.get(orderId) ?? new Set();
    const ofNetwork = this.#byNetwork.get(network) ?? 0;
    if (this.#count >= MAX_STREAMS || ofOrder.size >= MAX_OF_ORDER || ofNetwork >= MAX_OF_ADDRESS) {
      throw new ApiError(429, 'too_many_streams', 'Открыто слишком много окон. Закройте лишние');
    }
    const stream = new PageStream(language, network, after(this.#deps.clock(), LIFETIME_MS));
    this.#byOrder.set(orderId, ofOrder.add(stream));
    this.#byNetwork.set(network, ofNetwork + 1);
    this.#count += 1;
    this.#beat ??= setInterval(() => this.#showThatWeAreThere(), BEAT_MS).unref();
    stream.once('close', () => this.#forget(orderId, stream));
    // What happened between the page and its stream.
    await this.#tell([orderId]);
    return stream;
  }

  /** Ends all streams; no new one is opened. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#beat);
    for (const stream of this.#all()) stream.finish();
  }

  *#all(): Iterable<PageStream> {
    for (const streams of this.#byOrder.values()) yield* [...streams];
  }

  #forget(orderId: string, stream: PageStream): void {
    const ofOrder = this.#byOrder.get(orderId);
    ofOrder?.delete(stream);
    if (ofOrder?.size === 0) this.#byOrder.delete(orderId);
    const left = (this.#byNetwork.get(stream.network) ?? 1) - 1;
    if (left === 0) this.#byNetwork.delete(stream.network);
    else this.#byNetwork.set(stream.network, left);
    this.#count -= 1;
  }

  /** Sends each looker of these orders the page as it is now. */
  async #tell(ids: readonly string[]): Promise<void> {
    for (const id of new Set(ids)) {
      if (!this.#byOrder.has(id)) continue;
      try {
        const payment = await readPayment(this.#deps.db, id);
        // Those who came meanwhile as well.
        for (const stream of [...(this.#byOrder.get(id) ?? [])]) this.#send(stream, payment);
        this.#failures.succeeded();
      } catch (error) {
        // Their pages ask by themselves.
        this.#failures.failed(error);
      }
    }
  }

  #send(stream: PageStream, payment: Payment | undefined): void {
    if (payment === undefined || isDead(payment, this.#deps.clock())) stream.finish();
    else stream.write(`data: ${JSON.stringify(this.#render(payment, stream.language))}\n\n`);
  }

  #showThatWeAreThere(): void {
    const at = this.#deps.clock();
    for (const stream of this.#all()) {
      if (stream.until <= at) stream.finish();
      else stream.write(': \n\n');
    }
  }
}
