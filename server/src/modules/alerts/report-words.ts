import { type ReportKind, type ReportLanguage } from '@kantor/contract/plain/alerts.ts';
import { formatMinorUnits, SCALE } from '@kantor/contract/plain/money.ts';
import type { Role } from '@kantor/contract/plain/rights.ts';

/** The figures of a period as a report tells them. Money in minor units, as text: they are kept as JSON. */
export interface ReportFigures {
  closed: number;
  /** Kopecks. */
  sum: string;
  /** Basis points; null: nothing has ended. */
  conversionBp: number | null;
  /** Micro-USDT: a trader's reward, a merchant's fee, the platform's revenue. */
  money: string;
  appeals: number;
}

/** What a report says, as it was when it was made. */
export interface ReportFacts {
  role: Role;
  language: ReportLanguage;
  /** Days of Moscow's calendar, `YYYY-MM-DD`; of a day both are that. */
  from: string;
  to: string;
  now: ReportFigures;
  /** Of the period before it, as long. */
  before: ReportFigures;
}

const WORDS = {
  ru: {
    locale: 'ru-RU',
    title: {
      report_day: (days: string) => `Отчёт за ${days}`,
      report_week: (days: string) => `Отчёт за неделю ${days}`,
    },
    before: { report_day: 'накануне', report_week: 'неделей раньше' },
    paid: (n: number, sum: string) => `Оплачено ${n} на ${sum}`,
    also: (n: number, sum: string) => `${n} на ${sum}`,
    conversion: 'Конверсия',
    money: { trader: 'Заработано', merchant: 'Комиссия', operator: 'Доход площадки' },
    appeals: 'Апелляций',
  },
  en: {
    locale: 'en-GB',
    title: {
      report_day: (days: string) => `Report of ${days}`,
      report_week: (days: string) => `Report of the week ${days}`,
    },
    before: { report_day: 'the day before', report_week: 'the week before' },
    paid: (n: number, sum: string) => `Paid: ${n}, ${sum}`,
    also: (n: number, sum: string) => `${n}, ${sum}`,
    conversion: 'Conversion',
    money: { trader: 'Earned', merchant: 'Fee', operator: 'The platform’s revenue' },
    appeals: 'Appeals',
  },
} as const;

const NO_BREAK_SPACE = '\u00a0';

/** Decimals with a comma, thousands apart, and no fewer than two places: `1 500,00`. */
function inDigits(decimal: string): string {
  const [whole = '', part = ''] = decimal.split('.');
  const places = part.replace(/0+$/, '').padEnd(2, '0');
  return `${whole.replaceAll(/\B(?=(\d{3})+$)/g, NO_BREAK_SPACE)},${places}`;
}

/** `1 500,00 ₽`, of a decimal. */
export const inRoubles = (decimal: string): string => `${inDigits(decimal)}${NO_BREAK_SPACE}₽`;

const rub = (kopecks: string): string => inRoubles(formatMinorUnits(BigInt(kopecks), SCALE.rub));
const usdt = (micro: string): string => `${inDigits(formatMinorUnits(BigInt(micro), SCALE.usdt))}${NO_BREAK_SPACE}USDT`;
const percent = (basisPoints: number | null): string =>
  basisPoints === null ? '—' : `${(basisPoints / 100).toFixed(1).replace('.', ',')}${NO_BREAK_SPACE}%`;

/** `25 ноября`, `16–22 ноября`, `26 октября – 1 ноября`. */
function daysInWords(from: string, to: string, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' });
  const [first, last] = [new Date(from), new Date(to)];
  return from === to ? format.format(first) : format.formatRange(first, last);
}

/** What a person reads of a report. Each figure stands beside that of the period before. */
export function reportWords(kind: ReportKind, { role, language, from, to, now, before }: ReportFacts) {
  const words = WORDS[language];
  const than = (figure: string) => ` (${words.before[kind]} ${figure})`;
  return {
    title: words.title[kind](daysInWords(from, to, words.locale)),
    body: [
      words.paid(now.closed, rub(now.sum)) + than(words.also(before.closed, rub(before.sum))),
      `${words.conversion}: ${percent(now.conversionBp)}${than(percent(before.conversionBp))}`,
      `${words.money[role]}: ${usdt(now.money)}${than(usdt(before.money))}`,
      `${words.appeals}: ${now.appeals}${than(String(before.appeals))}`,
    ].join('\n'),
    path: `${analyticsPage(role)}?from=${from}&to=${to}`,
  };
}

/** The page of figures, as an account of the role has it. */
export const analyticsPage = (role: Role): string => (role === 'operator' ? '/platform/analytics' : '/analytics');
