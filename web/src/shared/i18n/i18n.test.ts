import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  APPEAL_STATUS_TEXT,
  NOTIFICATION_OUTCOMES,
  ORDER_STATUS_TEXT,
  PAYOUT_STATUS_TEXT,
  WEBHOOK_STATUS_TEXT,
  WITHDRAWAL_STATUS_TEXT,
} from '@kantor/contract/plain/statuses.ts';
import enOutcomes from './en-outcomes.json';
import en from './en.json';
import { i18n, startLanguage } from './i18n';
import { statusText } from '../ui/status';
import deskEn from './desk.en.json';
import deskRu from './desk.ru.json';
import ru from './ru.json';
import appealEn from './appeal.en.json';
import appealRu from './appeal.ru.json';
import analyticsEn from './analytics.en.json';
import analyticsRu from './analytics.ru.json';
import exportsEn from './exports.en.json';
import exportsRu from './exports.ru.json';
import alertsEn from './alerts.en.json';
import alertsRu from './alerts.ru.json';
import inboxEn from './inbox.en.json';
import inboxRu from './inbox.ru.json';
import keysEn from './keys.en.json';
import keysRu from './keys.ru.json';
import batchEn from './batch.en.json';
import batchRu from './batch.ru.json';
import reconcileEn from './reconcile.en.json';
import reconcileRu from './reconcile.ru.json';
import matchEn from './match.en.json';
import matchRu from './match.ru.json';
import paletteEn from './palette.en.json';
import paletteRu from './palette.ru.json';
import datesEn from './dates.en.json';
import datesRu from './dates.ru.json';
import figuresEn from './figures.en.json';
import figuresRu from './figures.ru.json';
import radarEn from './radar.en.json';
import radarRu from './radar.ru.json';
import membersEn from './members.en.json';
import membersRu from './members.ru.json';
import merchantEn from './merchant.en.json';
import merchantRu from './merchant.ru.json';
import journalEn from './journal.en.json';
import journalRu from './journal.ru.json';
import platformEn from './platform.en.json';
import platformRu from './platform.ru.json';
import screens from './screens.ru.json';
import securityEn from './security.en.json';
import securityRu from './security.ru.json';
import spanEn from './span.en.json';
import spanRu from './span.ru.json';
import statementEn from './statement.en.json';
import statementRu from './statement.ru.json';
import testModeEn from './test-mode.en.json';
import testModeRu from './test-mode.ru.json';
import totalsEn from './totals.en.json';
import totalsRu from './totals.ru.json';
import traderEn from './trader.en.json';
import traderRu from './trader.ru.json';
import viewsEn from './views.en.json';
import viewsRu from './views.ru.json';
import webhooksEn from './webhooks.en.json';
import webhooksRu from './webhooks.ru.json';

interface Tree {
  [key: string]: string | Tree;
}

const leaves = (tree: Tree, prefix = ''): [key: string, text: string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : leaves(value, `${prefix}${key}.`),
  );

const texts = {
  ru: new Map([
    ...leaves(ru),
    ...leaves(screens),
    ...leaves(webhooksRu, 'webhooks:'),
    ...leaves(securityRu, 'security:'),
    ...leaves(figuresRu, 'figures:'),
    ...leaves(analyticsRu, 'analytics:'),
    ...leaves(inboxRu, 'inbox:'),
    ...leaves(keysRu, 'keys:'),
    ...leaves(batchRu, 'batch:'),
    ...leaves(reconcileRu, 'reconcile:'),
    ...leaves(matchRu, 'match:'),
    ...leaves(datesRu, 'dates:'),
    ...leaves(spanRu, 'span:'),
    ...leaves(statementRu, 'statement:'),
    ...leaves(totalsRu, 'totals:'),
    ...leaves(paletteRu, 'palette:'),
    ...leaves(testModeRu, 'testMode:'),
    ...leaves(traderRu, 'trader:'),
    ...leaves(viewsRu, 'views:'),
    ...leaves(alertsRu, 'alerts:'),
    ...leaves(exportsRu, 'exports:'),
    ...leaves(appealRu, 'appeal:'),
    ...leaves(journalRu, 'journal:'),
    ...leaves(platformRu, 'platform:'),
    ...leaves(deskRu, 'desk:'),
    ...leaves(radarRu, 'radar:'),
    ...leaves(membersRu, 'members:'),
    ...leaves(merchantRu, 'merchant:'),
  ]),
  en: new Map([
    ...leaves(en),
    ...leaves(webhooksEn, 'webhooks:'),
    ...leaves(securityEn, 'security:'),
    ...leaves(figuresEn, 'figures:'),
    ...leaves(analyticsEn, 'analytics:'),
    ...leaves(inboxEn, 'inbox:'),
    ...leaves(keysEn, 'keys:'),
    ...leaves(batchEn, 'batch:'),
    ...leaves(reconcileEn, 'reconcile:'),
    ...leaves(matchEn, 'match:'),
    ...leaves(datesEn, 'dates:'),
    ...leaves(spanEn, 'span:'),
    ...leaves(statementEn, 'statement:'),
    ...leaves(totalsEn, 'totals:'),
    ...leaves(paletteEn, 'palette:'),
    ...leaves(testModeEn, 'testMode:'),
    ...leaves(traderEn, 'trader:'),
    ...leaves(viewsEn, 'views:'),
    ...leaves(alertsEn, 'alerts:'),
    ...leaves(exportsEn, 'exports:'),
    ...leaves(appealEn, 'appeal:'),
    ...leaves(journalEn, 'journal:'),
    ...leaves(platformEn, 'platform:'),
    ...leaves(deskEn, 'desk:'),
    ...leaves(radarEn, 'radar:'),
    ...leaves(membersEn, 'members:'),
    ...leaves(merchantEn, 'merchant:'),
  ]),
};
const keys = [...texts.ru.keys()];
/** Without the forms that a number asks for: each language has its own. */
const withoutForms = (all: Iterable<string>) => [...all].filter((key) => !/_(?:one|few|many)$/.test(key)).toSorted();

const src = join(import.meta.dirname, '../..');
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
);

/** `t('a.b')`, and `` t(`a.${x}`) `` as the beginning `a.`. */
const usedIn = (files: readonly string[]) =>
  files
    .map((file) => readFileSync(join(src, file), 'utf8'))
    .flatMap((text) => [...text.matchAll(/\bt\(\s*(['"`])([^'"`$]+)(\$\{)?/g)])
    .map(([, , key = '', open]) => ({ key, isPrefix: open !== undefined }));
const used = usedIn(sources);
/** The folders whose code comes at the first visit, with the list of orders; the question for the password comes when it is asked. */
const FIRST =
  /^(?:app|session(?!\/(?:password-dialog|inbox|readiness|claim))|features\/(?:login|orders(?=\/order(?:s-list|-columns|-filter)\.))|shared\/(?:lib|list|ui))\//;

describe('the texts', () => {
  test('have the same keys in both languages, and none is empty', () => {
    expect(withoutForms(texts.en.keys())).toEqual(withoutForms(keys));
    for (const language of ['ru', 'en'] as const) {
      expect([...texts[language]].filter(([, text]) => text.trim() === '')).toEqual([]);
    }
  });

  test('have the same blanks to fill in both languages', () => {
    const blanks = (text = '') => (text.match(/\{\{[^}]+\}\}/g) ?? []).toSorted();
    const unlike = keys.filter((key) => String(blanks(texts.ru.get(key))) !== String(blanks(texts.en.get(key))));
    expect(unlike).toEqual([]);
  });

  test('keep a sum and its unit on one line', () => {
    for (const language of ['ru', 'en'] as const) {
      expect([...texts[language]].filter(([, text]) => /(?:\}\}|\d) (?:₽|USDT)/.test(text))).toEqual([]);
    }
    const apart = sources.filter((file) => readFileSync(join(src, file), 'utf8').includes("} ${t('units."));
    expect(apart).toEqual([]);
  });

  test('are all used', () => {
    const unused = keys.filter(
      (key) => !used.some((use) => (use.isPrefix ? key.startsWith(use.key) : key === use.key)),
    );
    expect(unused).toEqual([]);
  });

  test('are all there for what is used', () => {
    const missing = used.filter(
      ({ key, isPrefix }) => !keys.some((known) => (isPrefix ? known.startsWith(key) : known === key)),
    );
    expect(missing).toEqual([]);
  });

  test('of the first screen come with it', () => {
    const keysOfFirst = leaves(ru).map(([key]) => key);
    const missing = usedIn(sources.filter((file) => FIRST.test(file))).filter(
      ({ key, isPrefix }) => !keysOfFirst.some((known) => (isPrefix ? known.startsWith(key) : known === key)),
    );
    expect(missing).toEqual([]);
  });

  test('are Russian unless chosen otherwise, and English for a language that is not there', async () => {
    expect(i18n.language).toBe('ru');
    expect(i18n.options.fallbackLng).toEqual(['en']);
    await i18n.changeLanguage('de');
    expect(i18n.t('balance.title')).toBe('Balance');
  });
});

describe('a language chosen at an earlier visit', () => {
  test('comes before anything is shown', async () => {
    localStorage.setItem('kantor.language', 'en');
    i18n.removeResourceBundle('en', 'translation');
    i18n.removeResourceBundle('en', 'outcomes');
    await startLanguage();
    expect(i18n.language).toBe('en');
    expect(i18n.t('balance.title')).toBe('Balance');
    expect(i18n.t('paid', { ns: 'outcomes' })).toBe('Paid the order');
  });

  test('is not waited for when there is none, or it is the one that is there', () => {
    expect(startLanguage()).toBeUndefined();
    localStorage.setItem('kantor.language', 'ru');
    expect(startLanguage()).toBeUndefined();
    localStorage.setItem('kantor.language', 'xx');
    expect(startLanguage()).toBeUndefined();
  });
});

describe('statuses', () => {
  test('have a text for every code: the specification’s in Russian', () => {
    expect({ ...ru.status, ...screens.status }).toEqual({
      order: ORDER_STATUS_TEXT,
      appeal: APPEAL_STATUS_TEXT,
      payout: PAYOUT_STATUS_TEXT,
      withdrawal: WITHDRAWAL_STATUS_TEXT,
      webhook: WEBHOOK_STATUS_TEXT,
    });
    for (const [, text] of leaves(en.status)) expect(text).toMatch(/^[A-Z][a-z]+( [a-z]+)?$/);
  });

  test('that are new to this build stay as they came', () => {
    const frozen = { status: 'UNKNOWN', human_status: 'Заморожен' } as const;
    expect(statusText(i18n.t, 'order', frozen)).toBe('Заморожен');
  });
});

describe('outcomes of messages', () => {
  test('are Russian sentences of the server; in English each code has its own', () => {
    expect(Object.keys(enOutcomes).toSorted()).toEqual([...NOTIFICATION_OUTCOMES].toSorted());
    for (const text of Object.values(enOutcomes)) expect(text).toMatch(/^[A-Z][\w ,:]+$/);
  });
});
