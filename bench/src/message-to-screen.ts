import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { BankPhone, income } from './bank-phone.ts';
import type { House } from './house.ts';
import { openMarket } from './market.ts';
import { median, percentile } from './measure.ts';
import type { Row } from './report.ts';
import { type Screen, TradersBrowser } from './screen.ts';
import { readToken, startServers } from './servers.ts';
import { bearer, JSON_BODY, Wire } from './wire.ts';

/** A phone may tell five messages a second, so that many are needed. */
const MARKET = { merchants: 8, traders: 16, requisites: 1 };
const ORDERS_A_SECOND = 50;
/** A payer pays after so many milliseconds. */
const PAYS_AFTER = [1000, 3000] as const;
const WARM_UP_MS = 5000;
const SAMPLES = 80;
const MOST_MS = 300;
/** An order that is not seen by then is not seen. */
const LIMIT_MS = 20_000;

interface Order {
  id: string;
  trader: string;
  /** `1234.56` */
  amount: string;
  tail: string;
}

/** Orders that come at a steady pace, and phones that hear of their payment. One trader's screen is watched. */
class Traffic {
  readonly #url: URL;
  /** Connections that are free. */
  readonly #wires: Wire[] = [];
  readonly #keys: readonly string[];
  readonly #phones: ReadonlyMap<string, BankPhone>;
  readonly #watched: string;
  #wanted: ((order: Order) => void) | undefined;
  #error: unknown;
  #turn = 0;
  /** Milliseconds from a message to its answer. */
  readonly answers: number[] = [];
  closed = 0;

  constructor(url: URL, keys: readonly string[], phones: ReadonlyMap<string, BankPhone>, watched: string) {
    this.#url = url;
    this.#keys = keys;
    this.#phones = phones;
    this.#watched = watched;
  }

  /** Lets so many orders a second come until the signal. @throws whatever one of them failed with. */
  async run(signal: AbortSignal): Promise<void> {
    const since = performance.now();
    const running = new Set<Promise<void>>();
    for (let n = 0; !signal.aborted; n += 1) {
      const order = this.#order().catch((error: unknown) => {
        this.#error ??= error;
      });
      running.add(order);
      void order.then(() => running.delete(order));
      await delay(Math.max(0, since + ((n + 1) * 1000) / ORDERS_A_SECOND - performance.now()));
      if (this.#error !== undefined) throw this.#error;
    }
    await Promise.all(running);
    for (const wire of this.#wires) wire.close();
  }

  /** The next order of the watched trader, which nobody has paid yet. */
  next(): Promise<Order> {
    return new Promise((resolve) => {
      this.#wanted = resolve;
    });
  }

  /** The bank tells the trader's phone that an order was paid. @returns when the phone told us. */
  async pay({ trader, amount, tail }: Order): Promise<number> {
    const phone = this.#phones.get(trader);
    if (phone === undefined) throw new Error(`${trader} has no phone`);
    const { sentAt, answeredAt } = await phone.tell(income(amount, tail));
    this.answers.push(answeredAt - sentAt);
    this.closed += 1;
    return sentAt;
  }

  async #order(): Promise<void> {
    const order = await this.#issue();
    if (order.trader === this.#watched && this.#wanted !== undefined) {
      this.#wanted(order);
      this.#wanted = undefined;
      return;
    }
    await delay(randomInt(...PAYS_AFTER));
    await this.pay(order);
  }

  async #issue(): Promise<Order> {
    const kopecks = randomInt(100_000, 10_000_000);
    const amount = `${Math.floor(kopecks / 100)}.${String(kopecks % 100).padStart(2, '0')}`;
    const wire = this.#wires.pop() ?? (await Wire.open(this.#url));
    const key = this.#keys[(this.#turn += 1) % this.#keys.length] ?? '';
    const headers = `${bearer(key)}${JSON_BODY}idempotency-key: ${randomUUID()}\r\n`;
    const body = JSON.stringify({ amount, method: 'sbp', external_id: randomUUID() });
    const reply = await wire.request('POST', '/merchant/v1/orders', headers, body);
    this.#wires.push(wire);
    if (reply.status !== 201) throw new Error(`An order was answered with ${reply.status}: ${reply.body}`);
    const { id, requisite } = JSON.parse(reply.body) as {
      id: string;
      requisite: { fio: string; last_4_digits_card: string };
    };
    return { id, trader: requisite.fio, amount, tail: requisite.last_4_digits_card };
  }
}

async function sample(traffic: Traffic, browser: TradersBrowser, screen: Screen): Promise<number[]> {
  const taken: number[] = [];
  while (taken.length < SAMPLES) {
    const order = await traffic.next();
    await browser.show(screen, order.id);
    const closed = browser.closed(screen, order.id);
    // Not in step with whoever looks for news.
    await delay(randomInt(50, 350));
    const sentAt = await traffic.pay(order);
    const seenAt = await Promise.race([closed, delay(LIMIT_MS, Number.POSITIVE_INFINITY)]);
    taken.push(seenAt - sentAt);
  }
  return taken;
}

/** From a bank's message on a trader's phone to his order shown as closed, while orders pour in. */
export async function measureMessageToScreen(house: House): Promise<Row[]> {
  const databaseUrl = await house.createDatabase('bench_screen');
  const market = await openMarket(databaseUrl, MARKET);
  const [server] = await startServers(house, databaseUrl, 1);
  const [watched] = market.traders;
  if (server === undefined || watched === undefined) throw new Error('There is nothing to measure');
  const phones = new Map<string, BankPhone>();
  for (const { username } of market.traders) {
    const token = await readToken(server.url, username);
    const phone = await BankPhone.pair(server.url, `Bearer ${token}`);
    await phone.ping();
    phones.set(username, phone);
  }
  const browser = await TradersBrowser.open(server.url, watched.username);
  const traffic = new Traffic(server.url, market.keys, phones, watched.username);
  const ended = new AbortController();
  const since = performance.now();
  const running = traffic.run(ended.signal);
  const measured = (async () => {
    await delay(WARM_UP_MS);
    const order = await sample(traffic, browser, 'order');
    return { order, orders: await sample(traffic, browser, 'orders') };
  })();
  try {
    const { order, orders } = await Promise.race([measured, running.then(() => measured)]);
    const rate = (traffic.closed * 1000) / (performance.now() - since);
    ended.abort();
    await running;
    const answer = percentile(traffic.answers, 95);
    const around =
      `${rate.toFixed(0)} orders a second were issued, paid and closed meanwhile by ${MARKET.traders} phones over HTTP; one ` +
      `server process, PostgreSQL, Chromium and the load share the machine. ${SAMPLES} orders were watched in a real page, until the ` +
      `frame that shows them closed. The phone itself was answered within ${answer.toFixed(0)} ms (p95).`;
    return [
      rowOf('message on a phone to the order closed on its open page, p95', order, around),
      rowOf('the same to its row in the open list, p95', orders),
    ];
  } finally {
    ended.abort();
    await browser.close();
    for (const phone of phones.values()) phone.close();
    await server.stop();
  }
}

function rowOf(what: string, taken: readonly number[], note?: string): Row {
  const p95 = percentile(taken, 95);
  const ours = `${p95.toFixed(0)} ms (median ${median(taken).toFixed(0)}, worst ${Math.max(...taken).toFixed(0)})`;
  return {
    what,
    ours,
    reference: `${MOST_MS} ms`,
    ratio: p95 / MOST_MS,
    target: { most: 1 },
    ...(note !== undefined && { note }),
  };
}
