import { type RawBuilder, sql } from 'kysely';

/** Between thousands: spaces of any width, an apostrophe, a dot or a comma. */
const APART = "[ \u00A0\u2009\u202F'’.,]";
/** Where no longer number may begin, nor the end of a card: neither `21 500` nor `*1500` and `СЧЁТ1500` name 1 500. */
const BEGIN = `(?<![0-9A-Za-zА-Яа-яЁё*•·∙●])(?<!(?:^|[^0-9])[0-9]{1,3}${APART})`;
/** Nor go on: `1 500 000` does not, either. */
const END = `(?![0-9])(?!${APART}[0-9]{3}(?![0-9]))`;

/**
 * Whether a text names a sum, however its thousands and kopecks are written. For texts that nobody could read: it says which orders a
 * person is shown, and decides nothing.
 * @param amount kopecks.
 */
export function namesAmount(text: RawBuilder<unknown>, amount: RawBuilder<unknown>): RawBuilder<boolean> {
  const whole = sql`regexp_replace((${amount} / 100)::text, '(\\d)(?=(\\d{3})+$)', ${`\\1${APART}?`}, 'g')`;
  const cents = sql`case
    when ${amount} % 100 = 0 then '(?:[.,]00?)?(?![.,][0-9]{1,2}(?![0-9]))'
    when ${amount} % 10 = 0 then '[.,]' || ${amount} % 100 / 10 || '0?'
    else '[.,]' || lpad((${amount} % 100)::text, 2, '0') end`;
  return sql<boolean>`(${text} ~ (${BEGIN} || ${whole} || ${cents} || ${END}))`;
}
