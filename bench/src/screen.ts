import { chromium, type Page } from '@playwright/test';
import { ORDER_STATUS_TEXT } from '@kantor/contract/plain/statuses.ts';
import { findChromium } from '../../scripts/chromium.mjs';
import { PASSWORD } from './market.ts';

const FLAGS = ['--no-sandbox', '--disable-quic', '--disable-background-networking', '--disable-component-update'];

/** The page of an order, or the list of them. */
export type Screen = 'order' | 'orders';

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
    const place = screen === 'orders'
      ? document.querySelector('a[href="/orders/' + id + '"]')?.closest('tr')
      : title?.textContent.includes(id.slice(0, 10)) ? title.parentElement : undefined;
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

/** A browser in which a trader is signed in, and looks at their orders. */
export class TradersBrowser {
  readonly #page: Page;

  private constructor(page: Page) {
    this.#page = page;
  }

  static async open(url: URL, username: string): Promise<TradersBrowser> {
    return new TradersBrowser(await openSignedIn(url, username, IN_PAGE));
  }

  /** Goes to a screen, and waits until it shows the order as active. @throws when it does not. */
  async show(screen: Screen, id: string): Promise<void> {
    const path = screen === 'order' ? `/orders/${id}` : '/orders';
    await this.#page.evaluate(call('go', path));
    const shownAt = await this.#painted(screen, id, ORDER_STATUS_TEXT.ACTIVE);
    if (shownAt === null) throw new Error(`${path} did not show the active order ${id}`);
  }

  /** The moment when the screen shows the order as closed, on the clock of `moment`; infinity when it does not. */
  async closed(screen: Screen, id: string): Promise<number> {
    return (await this.#painted(screen, id, ORDER_STATUS_TEXT.CLOSED)) ?? Number.POSITIVE_INFINITY;
  }

  #painted = (...sight: [Screen, id: string, text: string]) =>
    this.#page.evaluate<number | null>(call('painted', ...sight));

  async close(): Promise<void> {
    await this.#page.context().browser()?.close();
  }
}
