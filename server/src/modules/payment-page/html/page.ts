import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type PageState, pageStateOf } from '../rules.ts';
import { html, Html } from './html.ts';
import { type Language, LANGUAGES } from './language.ts';
import { PARTS, roubles, type Shown } from './states.ts';
import { TEXTS } from './texts.ts';

const read = (name: string) => readFileSync(new URL(`../browser/${name}`, import.meta.url), 'utf8');

const STYLE = read('page.css');
/** The page's script, for ever at an address that changes with it. */
export const SCRIPT = read('page.js');
export const SCRIPT_NAME = `page-${createHash('sha256').update(SCRIPT).digest('hex').slice(0, 12)}.js`;

/** Nothing but this page's own style, script, stream and forms. */
export const PAGE_CSP = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "connect-src 'self'",
  'img-src data:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Whoever has no script sees news by themselves, but not while they may be typing. */
const RELOADS: ReadonlySet<PageState> = new Set<PageState>(['checking', 'late', 'appeal']);
const RELOAD_SECONDS = 20;

/** The main part of a page. */
export interface MainPart {
  title: string;
  text: string;
  /** Differs from that of another text; what is said of a form that was sent is no other text. */
  version: string;
  state: PageState;
}

/** What is shown of a payment now. */
export function renderMain(shown: Shown): MainPart {
  const texts = TEXTS[shown.language];
  const state = pageStateOf(shown.payment, shown.at);
  const write = (what: Shown): string => {
    const part = PARTS[state](what, texts);
    return what.payment.isTest
      ? html`<p class="test" role="note">${texts.test}</p>
          ${part}`.text
      : part.text;
  };
  const text = write(shown);
  const plain = shown.notice === undefined ? text : write({ ...shown, notice: undefined });
  return {
    title: `${shown.payment.isTest ? texts.testTitle : ''}${texts.title(roubles(shown.payment.amount))}`,
    text,
    version: createHash('sha256').update(plain).digest('base64url').slice(0, 16),
    state,
  };
}

interface Frame {
  language: Language;
  title: string;
  head?: Html | false;
  header?: Html;
  main: Html;
  /** Attributes of the body. */
  body?: Html;
}

const frame = ({ language, title, head, header, main, body }: Frame): string =>
  `<!doctype html>${
    html`<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${new Html(STYLE)}</style>
${head}
</head>
<body${body}>
<header>${header}</header>
${main}
</body>
</html>`.text
  }`;

/** The whole page. */
export function renderPage(shown: Shown): string {
  const { language, links, at, payment } = shown;
  const texts = TEXTS[language];
  const { title, text, version, state } = renderMain(shown);
  const other = LANGUAGES.find((each) => each !== language) ?? language;
  return frame({
    language,
    title,
    head: html`${
        RELOADS.has(state) && html`<noscript><meta http-equiv="refresh" content="${RELOAD_SECONDS}" /></noscript>`
      }
      <script defer src="${links.script}"></script>`,
    header: html`<span class="shop">${payment.shop}</span
      ><a href="${links.page(other)}" lang="${other}">${texts.switchTo}</a>`,
    main: html`<main data-version="${version}">${new Html(text)}</main>
      <p class="unseen" role="status" id="said"></p>
      <noscript
        ><footer><a href="${links.page(language)}">${texts.refresh}</a></footer></noscript
      >`,
    body: html` data-now="${at.toISOString()}" data-events="${links.events}" data-page="${links.page(language)}"`,
  });
}

const note = (language: Language, heading: string, sentence: string): string =>
  frame({
    language,
    title: heading,
    main: html`<main>
      <h1>${heading}</h1>
      <p>${sentence}</p>
    </main>`,
  });

/** One page for a link that never was, is malformed, or is dead. */
export const renderNeutral = (language: Language): string =>
  note(language, TEXTS[language].neutral, TEXTS[language].neutralText);

/** Of any other refusal: nothing of the order. */
export const renderRefusal = (language: Language, status: number): string =>
  status === 429
    ? note(language, TEXTS[language].tooMany, TEXTS[language].tooManyText)
    : note(language, TEXTS[language].failed, TEXTS[language].failedText);
