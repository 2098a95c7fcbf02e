/** Uniform in [0, 1), the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export type Random = () => number;
export type Mutation = (text: string, random: Random) => string;

export const pick = <Item>(random: Random, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] as Item;

const upTo = (random: Random, most: number) => Math.floor(random() * most);

const CYRILLIC = 'АВЕКМНОРСТУХаеорсухк';
const LATIN = 'ABEKMHOPCTYXaeopcyxk';
const LOOKALIKES = new Map(Array.from(CYRILLIC).map((letter, n) => [letter, LATIN.charAt(n)]));
for (const [cyrillic, latin] of [...LOOKALIKES]) LOOKALIKES.set(latin, cyrillic);
const GREEK = new Map(Array.from('ОоАНР').map((letter, n) => [letter, 'ΟοΑΗΡ'.charAt(n)]));

const SPACES = ['\u00A0', '\u2009', '\u202F', '\u2007', '\u3000', '  ', ' \u200B', '\t'];
const INVISIBLE = ['\u200B', '\u200D', '\u2060', '\uFEFF', '\u00AD', '\u202E', '\u0000', '\uFE0F'];
const MARKS = ['\u0301', '\u0306', '\u0308', '\u0336', '\u0489', '\u20E3'];

/** Each character with the probability. */
const each = (text: string, random: Random, odds: number, change: (character: string) => string) =>
  Array.from(text)
    .map((character) => (random() < odds ? change(character) : character))
    .join('');

const lookalikes: Mutation = (text, random) =>
  each(text, random, 0.5, (one) => (random() < 0.2 ? GREEK : LOOKALIKES).get(one) ?? one);
const spaces: Mutation = (text, random) => each(text, random, 1, (one) => (one === ' ' ? pick(random, SPACES) : one));
const invisible: Mutation = (text, random) => each(text, random, 0.1, (one) => one + pick(random, INVISIBLE));
const marks: Mutation = (text, random) => each(text, random, 0.2, (one) => one + pick(random, MARKS));
const wide: Mutation = (text, random) =>
  each(text, random, 0.5, (one) =>
    one > ' ' && one < '\u007F' ? String.fromCodePoint(one.charCodeAt(0) + 0xfee0) : one,
  );

/** Changes that a person does not see. */
export const SAME_TO_THE_EYE: readonly Mutation[] = [lookalikes, spaces, invisible, marks, wide];

const CASES: readonly ((one: string) => string)[] = [(one) => one.toUpperCase(), (one) => one.toLowerCase()];
const cases: Mutation = (text, random) => each(text, random, 0.5, pick(random, CASES));
const wholeCase: Mutation = (text, random) => pick(random, CASES)(text);

/** Changes that keep the meaning. */
export const SAME_MEANING: readonly Mutation[] = [...SAME_TO_THE_EYE, cases, wholeCase];

export function mutate(text: string, mutations: readonly Mutation[], random: Random): string {
  let changed = text;
  for (let times = 1 + upTo(random, 3); times > 0; times -= 1) changed = pick(random, mutations)(changed, random);
  return changed;
}

const SPOILERS = [
  ...[
    'не',
    'отклонён',
    'отменён',
    'Отказ.',
    'ожидает',
    'запрос',
    'код 1234',
    'будет',
    'Мошенники пишут:',
    'просит',
    '?',
  ],
  ...['1.23р', '+7 777,07 ₽', '100 USD', 'до', 'возврат', '%', '❌', 'http', '='],
];

/** Puts something between two words after which the text is no notice of one income. */
export const spoil: Mutation = (text, random) => {
  const gaps = [0, ...[...text.matchAll(/\s/g)].map(({ index }) => index), text.length];
  const at = pick(random, gaps);
  return `${text.slice(0, at)} ${pick(random, SPOILERS)} ${text.slice(at)}`;
};

const ALPHABETS = [
  ...[
    '0123456789',
    '0123456789 ',
    '*•· 0123456789',
    '()[]{}«»"',
    ' .,:;-+',
    'аеорсухпвлтиф',
    'abcdefxyz.ru/',
    "1.2,3 4'",
  ],
  ...['₽рRUB1 ', 'И.а ', '\u0301\u0489а1', '\u{1F4B0}\u{1D7D3}\uD83D', 'ﷺ½²①', 'х*-5570 '],
];
const LENGTHS = [0, 1, 20, 200, 999, 1000, 1001, 5000];

/** Random text of one alphabet or of many. */
export function noise(random: Random): string {
  const many = random() < 0.5;
  let alphabet = Array.from(pick(random, ALPHABETS));
  let text = '';
  for (const length = pick(random, LENGTHS); text.length < length;) {
    if (many) alphabet = Array.from(pick(random, ALPHABETS));
    text += random() < 0.1 ? String.fromCodePoint(upTo(random, 0x11_0000)) : pick(random, alphabet);
  }
  return text;
}

const HUNDRED_KILOBYTES = 100_000;

/** As much as nobody would send. */
export function flood(random: Random, text: string): string {
  const unit =
    pick(random, [text, noise(random), '(', '9', '1 ', '*', 'И. ', '«', 'перевод ', 'а\u0301', '1.000.', '₽']) || 'р';
  return unit.repeat(Math.ceil(HUNDRED_KILOBYTES / unit.length)).slice(0, HUNDRED_KILOBYTES);
}

/** Words of many messages in any order. */
export function soup(random: Random, words: readonly string[]): string {
  return Array.from({ length: 1 + upTo(random, 150) }, () => pick(random, words)).join(random() < 0.8 ? ' ' : '');
}

const LONGEST_READ = 1000;
const BRICKS = [
  ...[
    '2 новых сообщения | ',
    'Подробнее в приложении. ',
    'Уведомление\n',
    'А*',
    '*1',
    ' | ',
    '. ',
    '\n',
    'tbank.ru ',
    'a.',
    '📥',
  ],
  ...['Перевод Иван И. ', '(12 новых ', 'никому не сообщайте код. ', '1 000.', "1'000'", '....', 'х*х*'],
];

/** As long as a message may be, of what titles, last sentences, repeats and counts are looked for in. */
export function wall(random: Random): string {
  const brick = pick(random, BRICKS);
  const between = random() < 0.5 ? '' : pick(random, BRICKS);
  const text = (brick + between).repeat(LONGEST_READ).slice(0, LONGEST_READ);
  return random() < 0.3 ? `${text.slice(0, LONGEST_READ / 2 - 1)}\n${text.slice(0, LONGEST_READ / 2)}` : text;
}
