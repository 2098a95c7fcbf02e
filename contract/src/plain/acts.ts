import type { AccountPart } from './money-trail.ts';
import type { Role } from './rights.ts';

// The words of an act, which is a Russian document on a page and on paper alike.

export const ACT_TEXT = {
  act: 'Акт сверки взаимных расчётов',
  revenue: 'Справка о выручке площадки',
  period: (from: string, to: string) => `за период с ${from} по ${to} включительно, время московское, суммы в USDT`,
  platform: 'Площадка',
  parts: 'Остатки и обороты',
  part: 'Счёт',
  opening: 'На начало',
  received: 'Приход',
  spent: 'Расход',
  closing: 'На конец',
  whole: 'Итого',
  wholeNote: 'Перемещения между счетами (удержания и их возврат) в итог прихода и расхода не входят.',
  kinds: 'По видам операций',
  kind: 'Вид операции',
  postings: 'Операций',
  none: 'Операций за период нет.',
  lines: 'Операции',
  at: 'Дата и время',
  what: 'Операция и её номер',
  after: 'Остаток',
  tooMany: 'Операций за период больше двух тысяч: здесь они сведены по видам, а каждая из них есть в выписке.',
  signedBy: { platform: 'От площадки', party: 'От второй стороны' },
  made: (at: string, by: string) => `Составлен ${at} (МСК), ${by}.`,
  pageOf: (page: number, pages: number) => `Страница ${page} из ${pages}`,
} as const;

export const PART_TEXT: Readonly<Record<AccountPart, string>> = {
  available: 'Доступно',
  held: 'Удержано',
  earned: 'Заработок',
  owed: 'Долг',
  custody: 'USDT в сети',
  revenue: 'Выручка',
};

/** The other party. */
export const ROLE_TEXT: Readonly<Record<Role, string>> = {
  trader: 'Трейдер',
  merchant: 'Мерчант',
  operator: 'Площадка',
};

interface Named {
  number: number;
  party: object | null;
}

export const titleOf = ({ number, party }: Named): string =>
  `${party === null ? ACT_TEXT.revenue : ACT_TEXT.act} № ${number}`;

/**
 * Who owes whom at the end of the last day.
 * @param closing micro-USDT; below zero the other party owes.
 * @param inWords how a sum of micro-USDT is written.
 */
export function conclusionOf(
  closing: bigint,
  hasParty: boolean,
  day: string,
  inWords: (amount: bigint) => string,
): string {
  if (!hasParty) return `На конец дня ${day} выручка составляет ${inWords(closing)} USDT.`;
  if (closing === 0n) return `На конец дня ${day} стороны ничего не должны друг другу.`;
  return closing > 0n
    ? `На конец дня ${day} площадка должна второй стороне ${inWords(closing)} USDT.`
    : `На конец дня ${day} вторая сторона должна площадке ${inWords(-closing)} USDT.`;
}
