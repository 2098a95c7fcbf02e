import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { CDPSession, Page } from '@playwright/test';
import { serveBarePage } from './bare-page.ts';
import type { Environment } from './environment.ts';
import { fillOrders } from './lists.ts';
import { openMarket } from './market.ts';
import { median } from './measure.ts';
import type { Row } from './report.ts';
import { openSignedIn } from './screen.ts';
import { signIn, startServers } from './servers.ts';

const ORDERS = 10_000;
const VISITS = 7;
const FLIPS = 10;
const SLOWER = 4;
const BYTES_A_SECOND = 10_000_000 / 8;
const SLOW_NETWORK = {
  offline: false,
  latency: 40,
  downloadThroughput: BYTES_A_SECOND,
  uploadThroughput: BYTES_A_SECOND,
};
const FULL_NETWORK = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
const KIB = 1024;
/** Time for the page before to finish its work. */
const SETTLING_MS = 500;

/**
 * The page's part, as text: the types of this file know no page. `rowsPainted(before)`: the moment after the frame that shows rows
 * of the list, the first of which leads elsewhere than `before`.
 */
const IN_PAGE = `
  const firstRow = () => document.querySelector('table[aria-busy=false] a[data-row-link]')?.getAttribute('href');
  window.rowsPainted = (before) => new Promise((resolve) => {
    const look = () => {
      const first = firstRow();
      if (!first || first === before) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        window.frameOfRows ??= performance.now();
        setTimeout(() => resolve(performance.now()));
      });
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { subtree: true, childList: true, attributes: true });
    look();
  });
  window.firstPaint = rowsPainted();
  window.flipTo = async (page) => {
    const link = document.querySelector('a[aria-label="Страница ' + page + '"]');
    const painted = rowsPainted(firstRow());
    const since = performance.now();
    link.click();
    return (await painted) - since;
  };`;

/**
 * Bytes of the scripts and styles that were asked for until the frame that shows the rows, as they came. What is loaded after the first
 * screen begins in the moment after that frame.
 */
const WEIGHT = `performance.getEntriesByType('resource')
  .filter(({ name, startTime }) => /\\.(js|css)$/.test(new URL(name).pathname) && startTime < frameOfRows)
  .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`;

interface Visit {
  /** Milliseconds. */
  painted: number;
  bytes: number;
}

/** A page that shows the list of orders, in a browser that is slow in the one way or the other. */
class Visitor {
  readonly #page: Page;
  readonly #browser: CDPSession;
  readonly #address: string;

  private constructor(page: Page, browser: CDPSession, address: string) {
    this.#page = page;
    this.#browser = browser;
    this.#address = address;
  }

  static async of(page: Page, url: URL): Promise<Visitor> {
    const browser = await page.context().newCDPSession(page);
    await browser.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    return new Visitor(page, browser, new URL('/orders', url).href);
  }

  async setNetwork(network: typeof SLOW_NETWORK): Promise<void> {
    await this.#browser.send('Network.emulateNetworkConditions', network);
  }

  /** As somebody who is signed in, but has nothing of the pages yet. */
  async visit(): Promise<Visit> {
    await this.#page.goto('about:blank');
    await this.#browser.send('Network.clearBrowserCache');
    await delay(SETTLING_MS);
    await this.#page.goto(this.#address, { waitUntil: 'commit' });
    const painted = await this.#page.evaluate<number>('firstPaint');
    return { painted, bytes: await this.#page.evaluate<number>(WEIGHT) };
  }

  async openLongPage(): Promise<void> {
    await this.#page.goto(`${this.#address}?page_size=100`);
    await this.#page.evaluate('firstPaint');
  }

  /** @returns milliseconds from the click to the other page's rows. */
  async flipTo(page: number): Promise<number> {
    const taken = await this.#page.evaluate<number>(`flipTo(${page})`);
    // A person looks at a page before they turn it.
    await delay(700);
    return taken;
  }
}

/** A visitor of the bare page, signed in without a form. */
async function visitorOf(page: Page, url: URL, username: string): Promise<Visitor> {
  await page.goto(url.href);
  const { refresh } = await signIn(url, username);
  await page.evaluate(`localStorage.setItem('kantor.session', ${JSON.stringify(JSON.stringify({ refresh }))})`);
  return Visitor.of(page, url);
}

interface Compared<Value> {
  ours: Value[];
  bare: Value[];
}

/** Has the product and the bare page do the same in turn, so that what else the machine does falls on both. */
async function inTurn<Value>(
  times: number,
  [ours, bare]: readonly [Visitor, Visitor],
  act: (visitor: Visitor, n: number) => Promise<Value>,
): Promise<Compared<Value>> {
  const compared: Compared<Value> = { ours: [], bare: [] };
  for (let n = 0; n < times; n += 1) {
    compared.ours.push(await act(ours, n));
    compared.bare.push(await act(bare, n));
  }
  return compared;
}

/** The list of orders as a browser gets it, for the first time and page after page, against a bare page of its libraries. */
export async function measureVisit(environment: Environment): Promise<Row[]> {
  const databaseUrl = await environment.createDatabase('bench_visit');
  const { traders } = await openMarket(databaseUrl, { merchants: 1, traders: 1, requisites: 8 });
  const [server] = await startServers(environment, databaseUrl, 1);
  const [trader] = traders;
  if (server === undefined || trader === undefined) throw new Error('There is nothing to measure');
  await fillOrders(databaseUrl, new Map([[trader.username, ORDERS]]));
  const folder = await mkdtemp(join(tmpdir(), 'kantor-bench-'));
  const bare = await serveBarePage(folder, server.url);
  const page = await openSignedIn(server.url, trader.username, IN_PAGE);
  const browser = page.context().browser();
  if (browser === null) throw new Error('The page has no browser');
  try {
    const barePage = await browser.newPage({ locale: 'ru-RU', viewport: { width: 1440, height: 900 } });
    await barePage.addInitScript({ content: IN_PAGE });
    const visitors = [
      await Visitor.of(page, server.url),
      await visitorOf(barePage, bare.url, trader.username),
    ] as const;
    for (const visitor of visitors) await visitor.setNetwork(SLOW_NETWORK);
    const visits = await inTurn(VISITS, visitors, (visitor) => visitor.visit());
    for (const visitor of visitors) {
      await visitor.setNetwork(FULL_NETWORK);
      await visitor.openLongPage();
    }
    const flips = await inTurn(FLIPS, visitors, (visitor, n) => visitor.flipTo(n + 2));
    return [weightRow(visits), paintRow(visits), flipRow(flips)];
  } finally {
    await browser.close();
    bare.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function weightRow({ ours, bare }: Compared<Visit>): Row {
  const [kibibytes = NaN, ofBare = NaN] = [ours, bare].map(
    (visits) => Math.max(...visits.map(({ bytes }) => bytes)) / KIB,
  );
  return {
    what: 'first visit to /orders: scripts and styles, brotli',
    ours: `${kibibytes.toFixed(1)} KiB`,
    reference: '170 KiB',
    ratio: kibibytes / 170,
    target: { most: 1 },
    note: `all that is asked for until the rows are painted. The bare page, ${ofBare.toFixed(1)} KiB, shows such a list with the same libraries and nothing of ours (web/bare-page).`,
  };
}

/** The figures to reach came from another machine, on which its bare page took 772 and 160 ms: ours is set against the bare page here. */
function paintRow({ ours, bare }: Compared<Visit>): Row {
  return comparedRow(
    'the same, to the rows painted',
    [ours.map(({ painted }) => painted), bare.map(({ painted }) => painted)],
    900 / 772,
    `medians of ${VISITS} visits each, with an empty cache, a processor ${SLOWER} times slower, 10 Mbit/s and 40 ms; both pages in a process of their own, as the product's headers ask for.`,
  );
}

function flipRow({ ours, bare }: Compared<number>): Row {
  return comparedRow(
    'a page of 100 orders turned, click to painted',
    [ours, bare],
    1,
    `medians of ${FLIPS} pages each, a processor ${SLOWER} times slower.`,
  );
}

function comparedRow(what: string, taken: readonly [number[], number[]], most: number, note: string): Row {
  const [ours, bare] = [median(taken[0]), median(taken[1])];
  return {
    what,
    ours: `${ours.toFixed(0)} ms`,
    reference: `${bare.toFixed(0)} ms of the bare page`,
    ratio: ours / bare,
    target: { most: Number(most.toFixed(2)) },
    note,
  };
}
