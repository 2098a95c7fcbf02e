import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { PASSWORD, type Person } from '../harness/market.ts';
import type { Ground } from '../harness/storm.ts';

const FLAGS = ['--no-sandbox', '--disable-quic', '--disable-background-networking', '--disable-component-update'];
const LIMIT_MS = 60_000;
const LOOK_MS = 30;

/** What went wrong on the pages. */
export interface Sightings {
  ran: string[];
  violations: string[];
  scripts: string[];
  unprotected: string[];
  screens: number;
  /** Those on which a payload stands, as the text that it is. */
  withText: number;
}

export async function openBrowser({ defer }: Ground, executablePath: string): Promise<Browser> {
  const browser = await chromium.launch({ executablePath, args: FLAGS });
  defer(() => browser.close());
  return browser;
}

/** In every page, before anything of it runs. As text: the types of this file know no page. */
const IN_PAGE = `
  window.stormed = () => window.tell('ran', location.pathname);
  for (const name of ['alert', 'confirm', 'prompt', 'open']) window[name] = () => window.tell('ran', name + ' on ' + location.pathname);
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    window.tell('violations', violatedDirective + ' ' + blockedURI + ' on ' + location.pathname));`;

const IS_LOADING = `document.querySelector('main [aria-busy=true], main .mantine-Skeleton-root') !== null`;

const SHOWS_TEXT = `document.body.innerText.includes('stormed')
  || [...document.querySelectorAll('input, textarea')].some(({ value }) => value.includes('stormed'))`;

const SCRIPT_ADDRESSES = `[...document.querySelectorAll('[href], [src], [action], [formaction]')]
  .flatMap((element) => ['href', 'src', 'action', 'formaction'].map((name) => element.getAttribute(name) ?? ''))
  .filter((address) => /^\\s*(javascript|vbscript|data:text)/i.test(address))`;

/** Signs somebody in, in a browser context of their own. */
export async function signInAt(
  browser: Browser,
  url: string,
  { username }: Person,
  sightings: Sightings,
): Promise<Page> {
  const context = await browser.newContext({ locale: 'ru-RU', viewport: { width: 1440, height: 900 } });
  context.setDefaultTimeout(LIMIT_MS);
  await context.exposeFunction('tell', (kind: 'ran' | 'violations', what: string) => void sightings[kind].push(what));
  await context.addInitScript({ content: IN_PAGE });
  const page = await context.newPage();
  page.on('dialog', (dialog) => {
    sightings.ran.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(`${url}/login`);
  await page.locator('input:not([type=password])').first().fill(username);
  await page.locator('input[type=password]').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/balance/);
  return page;
}

/** Opens a screen, waits until its data are there, and looks for addresses that are scripts. */
export async function visit(page: Page, url: string, path: string, sightings: Sightings): Promise<void> {
  const response = await page.goto(url + path);
  if (!/script-src 'self'/.test(response?.headers()['content-security-policy'] ?? '')) sightings.unprotected.push(path);
  await page.locator('main h1').first().waitFor();
  await page.waitForLoadState('load');
  // No function of Playwright's own waits here: the page's policy forbids what it would evaluate.
  while (await page.evaluate(IS_LOADING)) await delay(LOOK_MS);
  const found = await page.evaluate<string[]>(SCRIPT_ADDRESSES);
  sightings.scripts.push(...found.map((address) => `${address} on ${path}`));
  if (await page.evaluate(SHOWS_TEXT)) sightings.withText += 1;
  sightings.screens += 1;
}
