import { numberAt } from './amounts.ts';
import type { CompiledGrammar, Need } from './grammar.ts';
import { isOwnHost } from './harmless.ts';
import { nameAt } from './names.ts';
import { fold, type Text } from './normalise.ts';
import type { Token } from './tokens.ts';
import { BALANCE_LABELS, BANK_NAMES, CARD_WORDS, OWN_ACCOUNT, type Phrases, PREPOSITIONS, SBP } from './words.ts';

/** The part that a piece of a message plays in its reading. */
type Part = 'comment' | 'aside' | 'balance' | 'sum' | 'account' | 'time' | 'bank' | 'sender' | 'word';

/** A piece of a text, by its places. */
interface Mark {
  part: Part;
  at: number;
  end: number;
}

/** The details of a message, taken out of its words. */
export interface Details {
  /** All tokens, each in one piece. */
  marks: Mark[];
  /** The words that remain, with `{…}` for sums and for details after a preposition. */
  remains: string[];
  /** The sums that remain, in kopecks. */
  amounts: bigint[];
  /** The tails named, each once. */
  tails: string[];
  balance?: bigint;
  /** The senders named, as the bank wrote them, each once. */
  senders: string[];
  has: Set<Need>;
  /** The payer's own words, if any. */
  comment: readonly Token[];
}

interface Message {
  text: Text;
  tokens: readonly Token[];
  grammar: CompiledGrammar;
  isLower: boolean;
  details: Details;
}

/** Takes out the detail at a token. @returns its length in tokens, 0 when there is none. */
type TakeDetail = (message: Message, at: number) => number;

/** After a preposition a detail leaves its mark; otherwise only its presence is kept. */
function leaveMark({ remains }: Details, detail: string): void {
  if (PREPOSITIONS.has(remains.at(-1) ?? '')) remains.push(detail);
}

/** The length in tokens of the longest phrase at a token; 0 when there is none. */
function phraseAt(tokens: readonly Token[], at: number, phrases: Phrases): number {
  let longest = 0;
  for (const phrase of phrases.get(tokens[at]?.text ?? '') ?? []) {
    if (phrase.length > longest && phrase.every((word, n) => tokens[at + n]?.text === word)) longest = phrase.length;
  }
  return longest;
}

const LABELLED_COMMENT = fold('сообщение');

/** The payer's own words: from the first quote to the last, or all after the label. They never speak for the bank. */
const takeComment: TakeDetail = ({ tokens, details }, at) => {
  const token = tokens[at];
  if (details.amounts.length === 0) return 0;
  const isLabelled = token?.text === LABELLED_COMMENT && tokens[at + 1]?.kind !== 'quote';
  if (!isLabelled && token?.kind !== 'quote') return 0;
  const last = isLabelled ? tokens.length - 1 : tokens.findLastIndex(({ kind }) => kind === 'quote');
  if (last === at) return 0;
  details.comment = tokens.slice(at, last + 1);
  return last + 1 - at;
};

/** An address of the bank's own says nothing; another's is a shop's, or worse. */
function isOwnSite(token: Token | undefined, { sites }: CompiledGrammar): boolean {
  if (token?.kind !== 'site') return false;
  const host = token.text.replace(/^.*:\/\//, '').replace(/\/.*$/, '');
  return isOwnHost(host, sites);
}

const takeAside: TakeDetail = ({ tokens, grammar, details }, at) => {
  const sbp = phraseAt(tokens, at, SBP);
  if (sbp > 0) details.has.add('sbp');
  const aside = phraseAt(tokens, at, OWN_ACCOUNT) || phraseAt(tokens, at, grammar.ignored);
  return sbp || aside || (isOwnSite(tokens[at], grammar) ? 1 : 0);
};

const CONTRACT = /^договор[ау]?$/;
/** A whole number of a card or an account, or its last four. */
const ACCOUNT_NUMBER = /^(?:\d{4}|\d{16}|\d{20})$/;

const takeAccount: TakeDetail = ({ tokens, details }, at) => {
  const [before, token, next] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  const { remains, tails, has } = details;
  // An account is also known by the contract, whose number says nothing of the account's digits.
  if (CONTRACT.test(token?.text ?? '') && next?.kind === 'number') {
    has.add('account');
    return 2;
  }
  const isNumber = token?.kind === 'number' && CARD_WORDS.has(before?.text ?? '') && ACCOUNT_NUMBER.test(token.text);
  if (token?.kind !== 'tail' && !isNumber) return 0;
  const digits = token.kind === 'tail' ? token.digits : token.text.slice(-4);
  if (!tails.includes(digits)) tails.push(digits);
  has.add('account');
  while (CARD_WORDS.has(remains.at(-1) ?? '')) remains.pop();
  leaveMark(details, '{account}');
  return 1;
};

const takeBalance: TakeDetail = (message, at) => {
  const { text, tokens, details } = message;
  const label = phraseAt(tokens, at, BALANCE_LABELS);
  if (label === 0) return 0;
  let end = at + label;
  // «Баланс карты *1234: 500р»
  while (CARD_WORDS.has(tokens[end]?.text ?? '')) end += 1;
  if (tokens[end]?.kind === 'tail') end += takeAccount(message, end);
  const left = tokens[end];
  if (left?.kind !== 'amount' && left?.kind !== 'number') return 0;
  const said = left.kind === 'amount' ? left : numberAt(text.folded, left.at);
  if (said !== undefined)
    details.balance ??= left.kind === 'amount' && left.sign === '-' ? -said.kopecks : said.kopecks;
  details.has.add('balance');
  end += 1;
  // Without its currency, `4,342.20` is three numbers.
  while ((tokens[end]?.end ?? Infinity) <= (said?.end ?? 0)) end += 1;
  return end - at;
};

const SUM_LABELS = new Set(['сумма', 'сумму'].map(fold));

const takeSum: TakeDetail = ({ tokens, details }, at) => {
  const label = SUM_LABELS.has(tokens[at]?.text ?? '') ? 1 : 0;
  const sum = tokens[at + label];
  if (sum?.kind !== 'amount') return 0;
  if (sum.sign === '+') details.has.add('plus');
  details.amounts.push(sum.kopecks);
  details.remains.push(sum.sign === '-' ? '-{amount}' : '{amount}');
  return label + 1;
};

const AT_TIME = fold('в');

const takeTime: TakeDetail = ({ tokens, details }, at) => {
  if (tokens[at]?.kind !== 'time') return 0;
  if (details.remains.at(-1) === AT_TIME) details.remains.pop();
  else leaveMark(details, '{time}');
  return 1;
};

const BANK = new RegExp(`\\p{L}{2}(?:${fold('банк')}|${fold('bank')})$`, 'u');
const takeBank: TakeDetail = ({ tokens, details }, at) => {
  const length = phraseAt(tokens, at, BANK_NAMES) || (BANK.test(tokens[at]?.text ?? '') ? 1 : 0);
  if (length === 0) return 0;
  details.has.add('bank');
  leaveMark(details, '{bank}');
  return length;
};

const FROM = fold('отправитель');

const takeSender: TakeDetail = ({ text, tokens, grammar, isLower, details }, at) => {
  const found = nameAt(text, tokens, at, { vocabulary: grammar.words, isLower });
  if (found === undefined) return 0;
  if (!details.senders.includes(found.name)) details.senders.push(found.name);
  details.has.add('sender');
  if (details.remains.at(-1) === FROM) details.remains.pop();
  else leaveMark(details, '{sender}');
  return found.length;
};

const TAKE_DETAILS: readonly (readonly [Part, TakeDetail])[] = [
  ['comment', takeComment],
  ['aside', takeAside],
  ['balance', takeBalance],
  ['sum', takeSum],
  ['account', takeAccount],
  ['time', takeTime],
  ['bank', takeBank],
  ['sender', takeSender],
];

/** Takes a message apart from its beginning to its end; every token is some detail's, or remains. */
export function takeApart(text: Text, tokens: readonly Token[], grammar: CompiledGrammar): Details {
  const details: Details = { marks: [], remains: [], amounts: [], tails: [], senders: [], has: new Set(), comment: [] };
  const isLower = !/[\p{Lu}\p{Lt}]/u.test(text.plain);
  const message = { text, tokens, grammar, isLower, details };
  for (let at = 0; at < tokens.length;) {
    let [taken, part]: [number, Part] = [0, 'word'];
    for (const [detail, take] of TAKE_DETAILS) {
      taken = take(message, at);
      if (taken === 0) continue;
      part = detail;
      break;
    }
    const token = tokens[at];
    if (taken === 0 && token) details.remains.push(token.kind === 'phone' ? '{phone}' : token.text);
    const next = at + Math.max(taken, 1);
    details.marks.push({ part, at: token?.at ?? 0, end: tokens[next - 1]?.end ?? 0 });
    at = next;
  }
  return details;
}
