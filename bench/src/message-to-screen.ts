import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { drawPayer, incomeMessage } from '@kantor/demo/bank-texts.ts';
import { BankPhone } from './bank-phone.ts';
import { type Environment, query } from './environment.ts';
import { openMarket } from './market.ts';
import { median, percentile } from './measure.ts';
import { type IssuedOrder, issueOrder } from './orders.ts';
import type { Row } from './report.ts';
import { type Screen, TradersBrowser } from './screen.ts';
import { clientAs, startServers } from './servers.ts';
import { HttpConnection } from './http-connection.ts';

/** A phone may send five messages a second, so that many are needed. */
const MARKET = { merchants: 8, traders: 16, requisites: 1 };
const ORDERS_A_SECOND = 50;
/** A payer pays after so many milliseconds. */
const PAYS_AFTER_MS = [1000, 3000] as const;
const WARM_UP_MS = 5000;
/** Orders watched on each screen, or as many as there are in a minute. */
const SAMPLES = 60;
const SAMPLING_MS = 60_000;
/** Fewer samples have no 95th percentile. */
const MIN_SAMPLES = 20;
const MAX_P95_MS = 300;
/** For all screens together. */
const DEADLINE_MS = WARM_UP_MS + 3 * SAMPLING_MS + 30_000;

/** The bank of the only requisite, whose message is always the same. */
const BANK = 'Сбербанк';
const first = () => 0;
const PAYMENT = { payer: drawPayer(first), at: new Date() };

/** Orders that come at a steady pace, and phones whose banks write of their payment. One trader's screen is watched. */
class Traffic {
  readonly #url: URL;
  /** Connections that are free. */
  readonly #connections: HttpConnection[] = [];
  readonly #keys: readonly string[];
  readonly #phones: ReadonlyMap<string, BankPhone>;
  readonly #watched: string;
  #wanted: ((order: IssuedOrder) => void) | undefined;
  #error: unknown;
  #turn = 0;
  /** Milliseconds from a message to its answer. */
  readonly answers: number[] = [];
  issued = 0;

  constructor(url: URL, keys: readonly string[], phones: ReadonlyMap<string, BankPhone>, watched: string) {
    this.#url = url;
    this.#keys = keys;
    this.#phones = phones;
    this.#watched = watched;
  }

  /**
   * Lets so many orders a second come until the signal, and waits until the last one was paid.
   * @returns for how many seconds they came. @throws whatever one of them failed with, at once.
   */
  async run(signal: AbortSignal): Promise<number> {
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
    const seconds = (performance.now() - since) / 1000;
    await Promise.all(running);
    if (this.#error !== undefined) throw this.#error;
    for (const connection of this.#connections) connection.close();
    return seconds;
  }

  /** The next order of the watched trader, which nobody has paid yet. */
  next(): Promise<IssuedOrder> {
    return new Promise((resolve) => {
      this.#wanted = resolve;
    });
  }

  /** The bank writes to the trader's phone that an order was paid. @returns when the phone sent it on. */
  async pay({ trader, amount, tail }: IssuedOrder): Promise<number> {
    const phone = this.#phones.get(trader);
    if (phone === undefined) throw new Error(`${trader} has no phone`);
    const { sentAt, answeredAt } = await phone.send(
      incomeMessage(first, BANK, { amount, balance: amount, tail, ...PAYMENT }),
    );
    this.answers.push(answeredAt - sentAt);
    return sentAt;
  }

  async #order(): Promise<void> {
    const order = await this.#issue();
    this.issued += 1;
    if (order.trader === this.#watched && this.#wanted !== undefined) {
      this.#wanted(order);
      this.#wanted = undefined;
      return;
    }
    await delay(randomInt(...PAYS_AFTER_MS));
    await this.pay(order);
  }

  async #freeConnection(): Promise<HttpConnection> {
    for (let connection = this.#connections.pop(); connection; connection = this.#connections.pop())
      if (connection.isOpen) return connection;
    return HttpConnection.open(this.#url);
  }

  async #issue(): Promise<IssuedOrder> {
    const connection = await this.#freeConnection();
    const key = this.#keys[(this.#turn += 1) % this.#keys.length] ?? '';
    const order = await issueOrder(connection, key);
    this.#connections.push(connection);
    return order;
  }
}

async function sample(traffic: Traffic, browser: TradersBrowser, screen: Screen): Promise<number[]> {
  const taken: number[] = [];
  const end = performance.now() + SAMPLING_MS;
  while (taken.length < SAMPLES && performance.now() < end) {
    const order = await traffic.next();
    await browser.show(screen, order);
    const closed = browser.closed(screen, order);
    // Random, so as not to be in step with the pollers.
    await delay(randomInt(50, 350));
    const sentAt = await traffic.pay(order);
    taken.push((await closed) - sentAt);
  }
  if (taken.length < MIN_SAMPLES) throw new Error(`Only ${taken.length} orders could be watched in a minute`);
  return taken;
}

/** Pairs each trader's phone. */
async function pairPhones(url: URL, traders: readonly { username: string }[]): Promise<Map<string, BankPhone>> {
  const phones = new Map<string, BankPhone>();
  for (const { username } of traders) {
    const phone = await BankPhone.pair(url, await clientAs(url, username));
    await phone.ping();
    phones.set(username, phone);
  }
  return phones;
}

/** From a bank's message on a trader's phone to the order shown as closed, while orders pour in. */
export async function measureMessageToScreen(environment: Environment): Promise<Row[]> {
  const databaseUrl = await environment.createDatabase('bench_screen');
  const market = await openMarket(databaseUrl, MARKET);
  const [server] = await startServers(environment, databaseUrl, 1);
  const [watched] = market.traders;
  if (server === undefined || watched === undefined) throw new Error('There is nothing to measure');
  const phones = await pairPhones(server.url, market.traders);
  const browser = await TradersBrowser.open(server.url, watched.username);
  const traffic = new Traffic(server.url, market.keys, phones, watched.username);
  const ended = new AbortController();
  const running = traffic.run(ended.signal);
  const watch = async () => {
    await delay(WARM_UP_MS);
    const order = await sample(traffic, browser, 'order');
    const orders = await sample(traffic, browser, 'orders');
    return { order, orders, payment: await sample(traffic, browser, 'payment') };
  };
  try {
    const late = delay(DEADLINE_MS, undefined, { signal: ended.signal }).then(() => {
      throw new Error(`The screens could not be watched within ${DEADLINE_MS / 1000} s`);
    });
    const { order, orders, payment } = await firstOf([watch(), late, running.then(() => late)]);
    ended.abort();
    const seconds = await running;
    const closed = await countClosed(databaseUrl);
    const answer = percentile(traffic.answers, 95);
    const around =
      `${order.length} orders were watched on their pages, ${orders.length} in the list and ${payment.length} on their payers’ pages, in a real browser, until the frame that ` +
      `shows them closed. The phone itself was answered within ${answer.toFixed(0)} ms (p95). One server process, PostgreSQL, ` +
      `Chromium and the load share the machine.`;
    return [
      rowOf('message on a phone to the order closed on its open page, p95', order, around),
      rowOf('the same to its row in the open list, p95', orders),
      rowOf('the same to «Оплачено» on the payer’s open page, p95', payment),
      {
        what: 'orders meanwhile, issued over HTTP and closed by messages',
        ours: `${(closed / seconds).toFixed(1)} a second`,
        reference: `${ORDERS_A_SECOND} a second`,
        ratio: closed / seconds / ORDERS_A_SECOND,
        target: { least: 0.98 },
        note: `${traffic.issued} were issued in ${seconds.toFixed(0)} s and paid by ${MARKET.traders} phones; ${traffic.issued - closed} of them did not close.`,
      },
    ];
  } finally {
    ended.abort();
    await browser.close();
    for (const phone of phones.values()) phone.close();
    await server.stop();
  }
}

/** The first promise to settle; later failures of the others are ignored. */
function firstOf<Result>(all: readonly Promise<Result>[]): Promise<Result> {
  for (const each of all) each.catch(() => undefined);
  return Promise.race(all);
}

/** The orders that are closed, as the database has it. */
async function countClosed(databaseUrl: string): Promise<number> {
  const [row] = await query<{ n: number }>(
    databaseUrl,
    "select count(*)::int as n from orders where status = 'CLOSED'",
  );
  return row?.n ?? 0;
}

function rowOf(what: string, taken: readonly number[], note?: string): Row {
  const p95 = percentile(taken, 95);
  const ours = `${p95.toFixed(0)} ms (median ${median(taken).toFixed(0)}, worst ${Math.max(...taken).toFixed(0)})`;
  return {
    what,
    ours,
    reference: `${MAX_P95_MS} ms`,
    ratio: p95 / MAX_P95_MS,
    target: { most: 1 },
    ...(note !== undefined && { note }),
  };
}
