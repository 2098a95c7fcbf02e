import { chromium, type Page } from '@playwright/test';
import { ORDER_STATUS_TEXT } from '@kantor/contract/plain/statuses.ts';
import { findChromium } from '../../scripts/chromium.mjs';
import { PASSWORD } from './market.ts';
import type { IssuedOrder } from './orders.ts';

const FLAGS = ['--no-sandbox', '--disable-quic', '--disable-background-networking', '--disable-component-update'];

/** The trader's page of an order, their list of them, or the page of an order's payer. */
export type Screen = 'order' | 'orders' | 'payment';

/** What each screen says of an order. */
const SAID = {
  own: { active: ORDER_STATUS_TEXT.ACTIVE, closed: ORDER_STATUS_TEXT.CLOSED },
  payers: { active: 'Переведите ровно', closed: 'Оплачено' },
};

/** A status that is not on the screen by then is missing. */
const TIMEOUT_MS = 10_000;

/**
 * The page's part, as text: the types of this file know no page.
 * `go(path)` as a click on a link does, without loading anew; `painted(screen, id, text)`: the moment of the frame in which the
 * order has that status there, null when that does not come.
 */
const IN_PAGE = `
  window.go = (path) => {
    if (location.pathname === path) return;
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  };
  const shows = (screen, id, text) => {
    const title = document.querySelector('main h1');
    if (screen === 'payment') return title?.textContent.includes(text) ?? false;
    const place = screen === 'orders'
      ? document.querySelector('a[href="/orders/' + id + '"]')?.closest('tr')
      : title?.textContent.includes(id.slice(0, 10)) ? document.querySelector('main') : undefined;
    return place?.textContent.includes(text) ?? false;
  };
  window.painted = (...sight) => new Promise((resolve) => {
    const look = () => {
      if (!shows(...sight)) return;
      stop();
      requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()));
    };
    const stop = () => {
      observer.disconnect();
      clearTimeout(timer);
    };
    const timer = setTimeout(() => {
      stop();
      resolve(null);
    }, ${TIMEOUT_MS});
    const observer = new MutationObserver(look);
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    look();
  });`;

/** A page of a browser of its own, in which somebody of the market is signed in. @param inPage a script of every page. */
export async function openSignedIn(url: URL, username: string, inPage: string): Promise<Page> {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: FLAGS });
  const page = await browser.newPage({ locale: 'ru-RU', viewport: { width: 1440, height: 900 } });
  await page.addInitScript({ content: inPage });
  await page.goto(new URL('/login', url).href);
  await page.locator('input:not([type=password])').first().fill(username);
  await page.locator('input[type=password]').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/balance/);
  return page;
}

const call = (name: string, ...args: string[]) => `${name}(${args.map((arg) => JSON.stringify(arg)).join(', ')})`;

const said = (screen: Screen) => (screen === 'payment' ? SAID.payers : SAID.own);

/** A browser in which a trader is signed in, and looks at their orders, beside the page of a payer. */
export class TradersBrowser {
  readonly #url: URL;
  readonly #page: Page;
  readonly #payer: Page;

  private constructor(url: URL, page: Page, payer: Page) {
    this.#url = url;
    this.#page = page;
    this.#payer = payer;
  }

  static async open(url: URL, username: string): Promise<TradersBrowser> {
    const page = await openSignedIn(url, username, IN_PAGE);
    const payer = await page.context().browser()?.newPage({ locale: 'ru-RU' });
    if (payer === undefined) throw new Error('The browser has gone');
    await payer.addInitScript({ content: IN_PAGE });
    return new TradersBrowser(url, page, payer);
  }

  /** Goes to a screen, and waits until it shows the order as active. @throws when it does not. */
  async show(screen: Screen, order: IssuedOrder): Promise<void> {
    // A page behind another paints nothing.
    await this.#on(screen).bringToFront();
    if (screen === 'payment') await this.#payer.goto(new URL(order.paymentPath, this.#url).href);
    else await this.#page.evaluate(call('go', screen === 'order' ? `/orders/${order.id}` : '/orders'));
    const shownAt = await this.#painted(screen, order, said(screen).active);
    if (shownAt === null) throw new Error(`${screen} did not show the active order ${order.id}`);
  }

  /** The moment when the screen shows the order as closed, on the clock of `moment`; infinity when it does not. */
  async closed(screen: Screen, order: IssuedOrder): Promise<number> {
    return (await this.#painted(screen, order, said(screen).closed)) ?? Number.POSITIVE_INFINITY;
  }

  #on = (screen: Screen) => (screen === 'payment' ? this.#payer : this.#page);

  #painted = (screen: Screen, { id }: IssuedOrder, text: string) =>
    this.#on(screen).evaluate<number | null>(call('painted', screen, id, text));

  async close(): Promise<void> {
    await this.#page.context().browser()?.close();
  }
}
