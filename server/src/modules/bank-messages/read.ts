import { MAX_MINOR_UNITS } from '@kantor/contract/plain/money.ts';
import { GENERIC, type Speaker, speakerOf } from './banks.ts';
import { type Details, takeApart } from './details.ts';
import type { CompiledGrammar, PhraseMeaning } from './grammar.ts';
import { type Piece, withoutHarmless } from './harmless.ts';
import { normalise, type Text } from './normalise.ts';
import { isBlock, isOutgoing, refusesComment } from './other-kinds.ts';
import { type Token, tokenise } from './tokens.ts';

/** The content of a bank's message. */
export interface Reading {
  /** `code`: a one-time code, which `redact` knows. */
  kind: 'income' | 'duplicate' | 'outgoing' | 'block' | 'code' | 'unknown';
  /** The bank that speaks, as in the table of banks; absent of a sender that nobody knows, whose messages pay nothing. */
  bank?: string;
  /** Only of an income or a duplicate. */
  kopecks?: bigint;
  /** The last digits of the card or the account that the text names, digits only. */
  tail?: string;
  /** Kopecks after the operation, when named. */
  balance?: bigint;
  /** As the bank wrote it. */
  sender?: string;
}

/** Signs that a message is a bank's notice of one operation: so many are enough, of a bank with a grammar of its own and of another. */
const ENOUGH_SIGNS = { own: 1, generic: 2 };
const SIGNS = ['account', 'balance', 'sender', 'sbp'] as const;

/** The one amount, if it is one however often it is said, and can be an order's. */
function oneAmount(amounts: readonly bigint[]): bigint | undefined {
  const [amount] = amounts;
  if (amount === undefined || amount <= 0n || amount > MAX_MINOR_UNITS) return undefined;
  return amounts.every((other) => other === amount) ? amount : undefined;
}

/** Whether a text shows by its details that it is a bank's notice. */
export const hasEnoughSigns = ({ has }: Details, isOwn: boolean): boolean =>
  SIGNS.filter((sign) => has.has(sign)).length >= (isOwn ? ENOUGH_SIGNS.own : ENOUGH_SIGNS.generic);

function readPhrase(details: Details, grammar: CompiledGrammar, isOwn: boolean): PhraseMeaning | undefined {
  const { has, comment, tails, senders, remains } = details;
  // Two accounts, or two people, leave it open which is meant.
  if (tails.length > 1 || senders.length > 1) return undefined;
  // Without a payer's name, a quotation is the bank's own: the money's purpose or its source.
  if (comment.length > 0 && (!isOwn || senders.length === 0 || refusesComment(comment))) return undefined;
  if (!hasEnoughSigns(details, isOwn)) return undefined;
  const phrases = grammar.phrases.get(remains.join(' ')) ?? [];
  return phrases.find(({ needs }) => needs.every((need) => has.has(need)));
}

/** A text taken apart, and the meaning of all its words together, if they have one. */
export interface Understood {
  tokens: readonly Token[];
  details: Details;
  phrase: PhraseMeaning | undefined;
  kopecks: bigint | undefined;
}

function readText(text: Text, { grammar, isOwn }: Speaker): Understood {
  const tokens = tokenise(text);
  const details = takeApart(text, tokens, grammar);
  return { tokens, details, phrase: readPhrase(details, grammar, isOwn), kopecks: oneAmount(details.amounts) };
}

type MoneyCome = Understood & { phrase: PhraseMeaning & { kind: 'income' | 'duplicate' }; kopecks: bigint };

const isMoneyCome = (text: Understood): text is MoneyCome =>
  text.phrase !== undefined && text.phrase.kind !== 'outgoing' && text.kopecks !== undefined;

/** A message as it arrives. */
export interface Message {
  /** An application's package or name, or the sender of an SMS. */
  application: string;
  text: string;
  /** It is certainly an application's. */
  isNotification?: boolean;
}

/** How a message of a known speaker was read. */
export interface Attempt {
  speaker: Speaker;
  text: Text;
  whole: Understood;
  /** The piece of the text that tells of money that came, with its reading; absent where none does. */
  read?: Piece & { understood: MoneyCome };
}

/** Undefined: nobody knows the speaker, or the text is none that a bank writes. */
export function attempt({ application, text: raw, isNotification = false }: Message): Attempt | undefined {
  const speaker = speakerOf(application, isNotification);
  const text = speaker && normalise(raw);
  if (!text) return undefined;
  const whole = readText(text, speaker);
  if (isMoneyCome(whole)) return { speaker, text, whole, read: { text, at: 0, understood: whole } };
  for (const piece of withoutHarmless(text, speaker.grammar.sites)) {
    const understood = readText(piece.text, speaker);
    if (isMoneyCome(understood)) return { speaker, text, whole, read: { ...piece, understood } };
  }
  return { speaker, text, whole };
}

/**
 * Reads a message of a bank, an SMS or a notification of its application. Pure; never throws; takes time linear in the text.
 *
 * An income only when every word of it is understood, but for a title and last sentences of harmless words. Anything else is
 * left to a person: a message is never guessed at.
 */
export function readMessage(message: Message): Reading {
  const tried = attempt(message);
  return tried === undefined ? { kind: 'unknown' } : readingOf(tried);
}

/** The content of an attempt. */
export function readingOf({ speaker: { bank, isOwn }, text, whole, read }: Attempt): Reading {
  const { tails, balance, senders } = (read?.understood ?? whole).details;
  const [tail, sender] = [tails[0], senders[0]];
  const said = {
    ...(bank !== undefined && { bank }),
    ...(tails.length === 1 && { tail }),
    ...(balance !== undefined && { balance }),
  };
  if (read) {
    const { phrase, kopecks } = read.understood;
    return { kind: phrase.kind, ...said, kopecks, ...(sender !== undefined && { sender }) };
  }
  const { tokens, details, phrase } = whole;
  if (isOwn && isBlock(text, tokens)) return { kind: 'block', ...said };
  return { kind: phrase?.kind === 'outgoing' || isOutgoing(details) ? 'outgoing' : 'unknown', ...said };
}

/** Whether a text says what is left on an account, and not a word more. */
function isBalanceAlone(text: Text, tokens: readonly Token[]): boolean {
  const { has, remains, amounts, senders, comment } = takeApart(text, tokens, GENERIC);
  const isSilent = [remains, amounts, senders, comment].every(({ length }) => length === 0);
  // «Баланс +500р» may mean that so much has come.
  return has.has('balance') && isSilent && !tokens.some((token) => token.kind === 'amount' && token.sign === '+');
}

/** Whether a text names a sum in roubles, whoever speaks. What is left on an account alone is none: no money moved. */
export function namesSum(raw: string): boolean {
  const text = normalise(raw);
  const tokens = text && tokenise(text);
  return text !== undefined && tokens?.some(({ kind }) => kind === 'amount') === true && !isBalanceAlone(text, tokens);
}
