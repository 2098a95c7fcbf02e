import { numberAt } from './amounts.ts';
import type { CompiledGrammar, Need } from './grammar.ts';
import { fold, type Text } from './normalise.ts';
import type { Token } from './tokens.ts';
import { BALANCE_LABELS, BANK_NAMES, CARD_WORDS, denies, PREPOSITIONS, SBP } from './words.ts';

/** What a message says, taken apart. */
export interface Details {
  /** What remains of its words, with `{…}` for what stands after a preposition. */
  remains: string[];
  amounts: bigint[];
  /** The tails named, each once. */
  tails: string[];
  balance?: bigint;
  sender?: string;
  has: Set<Need>;
  /** The payer's own words, if any. */
  comment: readonly Token[];
}

type Rule = (at: number) => number;

const LABELS_OF_SUM = new Set(['сумма', 'сумму'].map(fold));
const MESSAGE = fold('сообщение');
const AT_TIME = fold('в');
const FROM = fold('отправитель');
const BANK = fold('банк');
const LATIN_BANK = fold('bank');
const BANK_LENGTH = 6;
const MOST_NAMES = 4;
const INITIAL = /^\p{L}$/u;
const NAME = /^\p{L}{2,}(?:[-']\p{L}+)*$/u;

/** The number of tokens that the longest of the phrases takes at the place. */
function phraseAt(tokens: readonly Token[], at: number, phrases: readonly (readonly string[])[]): number {
  let longest = 0;
  for (const phrase of phrases) {
    if (phrase.length > longest && phrase.every((word, n) => tokens[at + n]?.text === word)) longest = phrase.length;
  }
  return longest;
}

const isBankName = (word: string) =>
  word.length >= BANK_LENGTH && (word.endsWith(BANK) || word.endsWith(LATIN_BANK)) && !denies(word);

export function takeApart(text: Text, tokens: readonly Token[], grammar: CompiledGrammar): Details {
  const details: Details = { remains: [], amounts: [], tails: [], has: new Set(), comment: [] };
  const { remains, has } = details;

  /** After a preposition a detail keeps its place; otherwise it is only known to be there. */
  const place = (name: string) => {
    if (PREPOSITIONS.has(remains.at(-1) ?? '')) remains.push(name);
  };
  const capital = ({ at }: Token) => /\p{Lu}/u.test(text.plain.charAt(at));
  const isName = (token: Token | undefined, shape: RegExp) =>
    token?.kind === 'word' &&
    shape.test(token.text) &&
    capital(token) &&
    !grammar.words.has(token.text) &&
    !denies(token.text);

  /** One to four names and one or two initials, apart by nothing but spaces and the dots of initials: so do banks name people. */
  const sender: Rule = (at) => {
    const follows = (n: number, gap: RegExp) => {
      const [before, token] = [tokens[n - 1], tokens[n]];
      return n === at || (before && token && gap.test(text.plain.slice(before.end, token.at)));
    };
    let end = at;
    while (end - at < MOST_NAMES && isName(tokens[end], NAME) && follows(end, /^ $/)) end += 1;
    const names = end - at;
    while (end - at - names < 2 && isName(tokens[end], INITIAL) && follows(end, /^(?:\. ?| )$/)) end += 1;
    const [first, last] = [tokens[at], tokens[end - 1]];
    if (names === 0 || end - at === names || !first || !last) return 0;
    const dotted = text.plain.charAt(last.end) === '.' ? 1 : 0;
    details.sender ??= text.plain.slice(first.at, last.end + dotted);
    has.add('sender');
    if (remains.at(-1) === FROM) remains.pop();
    else place('{sender}');
    return end - at;
  };

  const balance: Rule = (at) => {
    const label = phraseAt(tokens, at, BALANCE_LABELS);
    const next = tokens[at + label];
    if (label === 0 || !next || (next.kind !== 'amount' && next.kind !== 'number')) return 0;
    const left = next.kind === 'amount' ? next.kopecks : numberAt(text.folded, next.at)?.kopecks;
    if (left !== undefined) details.balance ??= next.kind === 'amount' && next.sign === '-' ? -left : left;
    has.add('balance');
    return label + 1;
  };

  const account: Rule = (at) => {
    const token = tokens[at];
    const word = CARD_WORDS.has(tokens[at - 1]?.text ?? '');
    const isAccount =
      token?.kind === 'tail' || (token?.kind === 'number' && word && /^(?:\d{4}|\d{16}|\d{20})$/.test(token.text));
    if (!isAccount) return 0;
    const digits = token.kind === 'tail' ? token.digits : token.text.slice(-4);
    if (!details.tails.includes(digits)) details.tails.push(digits);
    has.add('account');
    while (CARD_WORDS.has(remains.at(-1) ?? '')) remains.pop();
    place('{account}');
    return 1;
  };

  const bank: Rule = (at) => {
    const length = phraseAt(tokens, at, BANK_NAMES) || (isBankName(tokens[at]?.text ?? '') ? 1 : 0);
    if (length === 0) return 0;
    has.add('bank');
    place('{bank}');
    return length;
  };

  const time: Rule = (at) => {
    if (tokens[at]?.kind !== 'time') return 0;
    if (remains.at(-1) === AT_TIME) remains.pop();
    else place('{time}');
    return 1;
  };

  const aside: Rule = (at) => {
    const sbp = phraseAt(tokens, at, SBP);
    if (sbp > 0) has.add('sbp');
    const isSite = tokens[at]?.kind === 'site';
    return sbp || phraseAt(tokens, at, grammar.ignored) || (isSite ? 1 : 0);
  };

  const sum: Rule = (at) => {
    const labelled = LABELS_OF_SUM.has(tokens[at]?.text ?? '') ? 1 : 0;
    const token = tokens[at + labelled];
    if (token?.kind !== 'amount') return 0;
    if (token.sign === '+') has.add('plus');
    details.amounts.push(token.kopecks);
    remains.push(token.sign === '-' ? '-{amount}' : '{amount}');
    return labelled + 1;
  };

  /** What the payer wrote: from the first quote to the last, or all that follows the label. Whatever it says, it is not the bank. */
  const comment: Rule = (at) => {
    const token = tokens[at];
    if (details.amounts.length === 0) return 0;
    const labelled = token?.text === MESSAGE && tokens[at + 1]?.kind !== 'quote';
    const last = labelled ? tokens.length - 1 : tokens.findLastIndex(({ kind }) => kind === 'quote');
    if (!labelled && (token?.kind !== 'quote' || last === at)) return 0;
    details.comment = tokens.slice(at, last + 1);
    return last + 1 - at;
  };

  const rules: readonly Rule[] = [comment, aside, balance, sum, account, time, bank, sender];
  for (let at = 0; at < tokens.length;) {
    let taken = 0;
    for (const rule of rules) {
      taken = rule(at);
      if (taken > 0) break;
    }
    const token = tokens[at];
    if (taken === 0 && token)
      remains.push(token.kind === 'word' ? token.text : token.kind === 'phone' ? '{phone}' : token.text);
    at += Math.max(taken, 1);
  }
  return details;
}
