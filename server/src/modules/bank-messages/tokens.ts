import { type Amount, amountAt } from './amounts.ts';
import { fold, type Text } from './normalise.ts';
import { CARD_WORDS, russian } from './words.ts';

export type Token = {
  /** Its form for comparisons: folded, and Russian where it was transliterated. */
  text: string;
  /** Place in the text. */
  at: number;
  end: number;
} & (
  | { kind: 'word' | 'time' | 'phone' | 'site' | 'quote' | 'other' }
  /** Digits that are no amount. */
  | { kind: 'number' }
  | { kind: 'amount'; kopecks: bigint; sign: '' | '+' | '-' }
  /** The last digits of a card or an account. */
  | { kind: 'tail'; digits: string }
);

/** Pictures that praise; one that warns, forbids or sends away is a word. */
export const PICTURES = '✅✔☑💸💰💵💶🪙🏦🎉🎊🎁🥳💳📥📩📨📬📲🔔✨⭐🌟👍🙌👏🟢💚😊🙂🔥🚀';
/** A bullet is skipped alone: the next one may begin a mask. */
const SKIPPED = new RegExp(`[\\s.,;:|()[\\]${PICTURES}]+|[•·]`, 'uy');
const QUOTE = /[«»“”„"]/;
const MASK = '[*•·∙⋅●]';
/** `*1234`, `**** 1234`, `•• 1234`, `4*1234`, `A*1234`, `408*12345`; `5570 12** **** 1234`, `4042 XXXX XXXX 1234`. */
const MASKED = new RegExp(
  `(?:(?:\\d{1,6}|\\p{L})?${MASK}[ *•·∙⋅●]{0,11}|\\d{4} ?\\d{0,2}[*х]{2,8}(?: ?[*х]{2,4}){0,2} ?)(\\d{3,6})(?![\\p{L}\\d])`,
  'uy',
);
const PHONE = /\+?[78][ -]?\(?\d{3}\)?[ -]?\d{3}[ -]?\d{2}[ -]?\d{2}(?!\d)/y;
const TIME = new RegExp(`\\d{1,2}:\\d{2}(?::\\d{2})?(?![\\d:])(?: мск| ${fold('msk')})?`, 'y');
const DATE = /(?:\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{1,2}[./]\d{1,2})(?!\d|[./]\d)/y;
const DIGITS = /\d+/y;
const DOMAINS = ['ru', 'com', 'рф', 'me', 'net'].map(fold).join('|');
const SITE = new RegExp(
  `(?:${fold('http')}s?://)?[\\p{L}\\d-]{1,40}(?:\\.[\\p{L}\\d-]{1,40}){0,3}\\.(?:${DOMAINS})(?![\\p{L}\\d.])(?:/\\S{0,200})?`,
  'uy',
);
/** With `(а)` of a verb whose subject's sex the bank does not know. */
const WORD = /\p{L}[\p{L}\d']*(?:-[\p{L}\d]+)*(?:\(а\))?/uy;
const WORD_WITH_TAIL = /^(\p{L}+)-?(\d{4,20})$/u;

const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at;
  return pattern.exec(text);
};

/** Banks name the last four to six digits; of a whole number, the last four are taken. */
const lastDigits = (digits: string) => (digits.length > 6 ? digits.slice(-4) : digits);

function readSigned(folded: string, at: number): { sign: '+' | '-'; amount: Amount } | undefined {
  const sign = folded[at];
  if (sign !== '+' && sign !== '-') return undefined;
  // `MIR-0441` and `5000-00` are no minus.
  if (sign === '-' && /[\p{L}\d]/u.test(folded[at - 1] ?? '')) return undefined;
  const amount = amountAt(folded, folded[at + 1] === ' ' ? at + 2 : at + 1);
  return amount && { sign, amount };
}

function readDigits(folded: string, at: number): Token {
  const amount = amountAt(folded, at);
  if (amount) return { kind: 'amount', text: '', at, end: amount.end, kopecks: amount.kopecks, sign: '' };
  const time = matchAt(TIME, folded, at) ?? matchAt(DATE, folded, at);
  if (time) return { kind: 'time', text: time[0], at, end: at + time[0].length };
  const phone = matchAt(PHONE, folded, at);
  if (phone) return { kind: 'phone', text: phone[0], at, end: at + phone[0].length };
  const [digits = ''] = matchAt(DIGITS, folded, at) ?? [];
  return { kind: 'number', text: digits, at, end: at + digits.length };
}

function readWord(folded: string, at: number): Token {
  const site = matchAt(SITE, folded, at);
  if (site) return { kind: 'site', text: site[0], at, end: at + site[0].length };
  const [text = folded.charAt(at)] = matchAt(WORD, folded, at) ?? [];
  const end = at + text.length;
  const [, name = '', digits = ''] = WORD_WITH_TAIL.exec(text) ?? [];
  if (CARD_WORDS.has(name)) return { kind: 'tail', text, at, end, digits: lastDigits(digits) };
  return { kind: 'word', text: russian(text), at, end };
}

function readToken(folded: string, at: number): Token {
  const character = folded.charAt(at);
  const masked = matchAt(MASKED, folded, at);
  if (masked?.[1]) {
    const mask = masked[0].slice(0, -masked[1].length);
    if (!amountAt(folded, at + mask.length)) {
      return { kind: 'tail', text: masked[0], at, end: at + masked[0].length, digits: masked[1] };
    }
    // A bullet before an amount is no mask; but `•• 632 500 ₽` may be 500 on an account, or 632 500.
    if (mask.trim().length > 1) return { kind: 'word', text: mask, at, end: at + mask.length };
  }
  if (character === '+') {
    const phone = matchAt(PHONE, folded, at);
    if (phone) return { kind: 'phone', text: phone[0], at, end: at + phone[0].length };
  }
  const signed = readSigned(folded, at);
  if (signed) {
    const { sign, amount } = signed;
    return { kind: 'amount', text: '', at, end: amount.end, kopecks: amount.kopecks, sign };
  }
  if (/\d/.test(character)) return readDigits(folded, at);
  if (/\p{L}/u.test(character)) return readWord(folded, at);
  const symbol = String.fromCodePoint(folded.codePointAt(at) ?? 0);
  return { kind: QUOTE.test(symbol) ? 'quote' : 'other', text: symbol, at, end: at + symbol.length };
}

/** The whole text in tokens, but for punctuation that means nothing. */
export function tokenise({ folded }: Text): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < folded.length) {
    const token = readToken(folded, at);
    if (token.kind !== 'other') {
      tokens.push(token);
      at = token.end;
      continue;
    }
    const skipped = matchAt(SKIPPED, folded, at);
    if (skipped) at += skipped[0].length;
    else {
      // A dash parts; anything else may mean something.
      if (token.text !== '-') tokens.push(token);
      at = token.end;
    }
  }
  return tokens;
}
