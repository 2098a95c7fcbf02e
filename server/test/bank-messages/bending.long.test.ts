import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readMessage } from '../../src/modules/bank-messages/index.ts';
import { type Fixture, FIXTURES, NEVER_INCOME } from './fixtures.ts';

// What phones and forwarders make of a message on its way: it is read as it was, or not at all.

const isIncome = (kind: string) => kind === 'income' || kind === 'duplicate';
/** The payer's own words go on to the end: what stands behind them is theirs. */
const isClosed = ({ text }: Fixture) => !/сообщение:|[«"]/i.test(text);
const INCOMES = FIXTURES.filter(
  (one) => isIncome(one.expected.kind) && isClosed(one) && !one.text.startsWith('Входящий перевод\n'),
);
const OTHERS = [...FIXTURES.filter(({ expected }) => !isIncome(expected.kind)), ...NEVER_INCOME];

type Change = (text: string) => string;
const before = (...words: string[]): Change[] => words.map((word) => (text) => `${word}${text}`);
const behind = (...words: string[]): Change[] => words.map((word) => (text) => `${text}${word}`);

const COUNTS = before('2 новых сообщения | ', '1 новое сообщение\n', '(5 новых уведомлений) ', '12 новых сообщений: ');
const TITLES = before('Уведомление\n', 'Новое поступление на счёт\n', 'ВАМ ПРИШЛИ ДЕНЬГИ | ', 'Операция по карте\n');
const PICTURES = [
  ...before('📥 ', '🔔', '💰💰 ', '✅ '),
  ...behind(' 🎁', '🎉', ' 👍', '\n💚'),
  ...before('📩\n').map(
    (change): Change =>
      (text) =>
        `${change(text)} 🔥`,
  ),
];
const LAST = behind(
  '\nПодробнее в приложении',
  '\nХорошего дня!',
  '\nИнформация в личном кабинете. Спасибо, что вы с нами',
);
const CASES: Change[] = [(text) => text.toUpperCase(), (text) => text.toLowerCase()];
const TWICE: Change[] = ['\n', ' ', ' | '].map((between) => (text) => `${text}${between}${text}`);
const SAME: Change = (text) => text;
const among = (changes: readonly Change[]) => fc.constantFrom(SAME, SAME, ...changes);

/** Sums in another hand: thousands by dots, commas, thin spaces or apostrophes, kopecks by the other sign. */
const separators = fc.constantFrom('.', ',', ' ', '\u202F', '\u2009', "'", '');
const rewrite =
  (separator: string): Change =>
  (text) =>
    text.replaceAll(
      /(?<![\d.,:*•-])(\d{1,3}(?: \d{3})+|\d{4,6})([.,]\d{1,2})?(?= ?(?:₽|р\b|руб|RU[BR]))/gu,
      (_all, whole: string, cents = '') =>
        whole.replaceAll(' ', '').replaceAll(/\B(?=(\d{3})+$)/g, separator) +
        cents.replace(/[.,]/, separator === '.' ? ',' : '.'),
    );

const variation = fc
  .record({
    count: among(COUNTS),
    title: among(TITLES),
    picture: among(PICTURES),
    last: among(LAST),
    change: among(CASES),
    twice: among(TWICE),
    separator: separators,
    isRewritten: fc.boolean(),
  })
  .map(({ count, title, picture, last, change, twice, separator, isRewritten }): Change => {
    const sums = isRewritten ? rewrite(separator) : SAME;
    return (text) => count(title(picture(last(twice(change(sums(text)))))));
  });

/** What must not change, whatever a forwarder makes of a text. */
const moneyOf = ({ kind, kopecks }: ReturnType<typeof readMessage>) => (isIncome(kind) ? [kind, kopecks] : 'none');

describe('No variation', () => {
  test('of an income makes another sum or another kind of it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...INCOMES), variation, ({ application, text, expected }, vary) => {
        const read = moneyOf(readMessage({ application, text: vary(text) }));
        expect(['none', moneyOf(expected)]).toContainEqual(read);
      }),
      { numRuns: 4000 },
    );
  });

  test('of anything else makes an income', () => {
    fc.assert(
      fc.property(
        // A bare sum from somebody is an income under a title that says so.
        fc.constantFrom(...OTHERS.filter(({ text }) => !/^[\d+]/.test(text))),
        variation,
        ({ application, text }, vary) => moneyOf(readMessage({ application, text: vary(text) })) === 'none',
      ),
      { numRuns: 4000 },
    );
  });

  test('of two messages in one notification makes one, unless they are one', () => {
    const between = fc.constantFrom('\n', ' ', '. ', ' | ', '; ');
    fc.assert(
      fc.property(
        fc.constantFrom(...INCOMES),
        fc.constantFrom(...INCOMES, ...OTHERS),
        between,
        variation,
        (one, other, between, vary) => {
          fc.pre(one.text !== other.text && !one.text.startsWith(other.text) && !other.text.startsWith(one.text));
          const { application } = one;
          const read = readMessage({ application, text: vary(`${one.text}${between}${other.text}`) });
          const alone = [one.text, other.text].map((text) => readMessage({ application, text }));
          // Of a pair that tells of one payment, the sum is that.
          if (isIncome(read.kind)) expect(alone.map(({ kopecks }) => kopecks)).toContain(read.kopecks);
          if (isIncome(read.kind) && alone.every(({ kind }) => kind === 'income'))
            expect(new Set(alone.map(({ kopecks }) => kopecks)).size).toBe(1);
        },
      ),
      { numRuns: 4000 },
    );
  });
});

/** No title, bar or line of its own at its beginning. */
const PLAIN = INCOMES.filter(({ text }) => !/[|\n]/.test(text.slice(0, 14)));
const EVERYTHING: Change = (text) =>
  `2 новых сообщения\nВам перевод\n📥 ${text.toLowerCase()}\nПодробности в приложении 👍`;
const WAYS: [what: string, changes: readonly Change[], texts: readonly Fixture[]][] = [
  ['after a count of messages', COUNTS, INCOMES],
  ['under a title that nobody listed', TITLES, INCOMES],
  ['among pictures', PICTURES, INCOMES],
  ['before sentences that nobody listed', LAST, INCOMES],
  ['in capitals and in lower case', CASES, INCOMES],
  ['said twice', TWICE, INCOMES],
  ['with thousands by dots, commas or thin spaces', ['.', ',', '\u202F'].map(rewrite), INCOMES],
  ['with its own beginning for a title', [(text) => `${text.slice(0, 14).trimEnd()}…\n${text}`], PLAIN],
  ['all at once', [EVERYTHING], INCOMES],
];

describe('An income is read as it was', () => {
  test.for(WAYS)('%s', ([, changes, texts]) => {
    const lost = changes.flatMap((change) =>
      texts.filter(
        ({ application, text, expected }) =>
          String(moneyOf(readMessage({ application, text: change(text) }))) !== String(moneyOf(expected)),
      ),
    );
    expect(lost.map(({ text }) => text)).toEqual([]);
  });
});
