import { MAX_MINOR_UNITS } from '@kantor/contract/plain/money.ts';
import { type Speaker, speakerOf } from './banks.ts';
import { type Details, takeApart } from './details.ts';
import type { CompiledGrammar, PhraseMeaning } from './grammar.ts';
import { withoutHarmless } from './harmless.ts';
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

function readPhrase(details: Details, grammar: CompiledGrammar, isOwn: boolean): PhraseMeaning | undefined {
  const { has, comment, tails, senders, remains } = details;
  // Two accounts, or two people, leave it open which is meant.
  if (tails.length > 1 || senders.length > 1) return undefined;
  // Without a payer's name, a quotation is the bank's own: the money's purpose or its source.
  if (comment.length > 0 && (!isOwn || senders.length === 0 || refusesComment(comment))) return undefined;
  const signs = SIGNS.filter((sign) => has.has(sign)).length;
  if (signs < (isOwn ? ENOUGH_SIGNS.own : ENOUGH_SIGNS.generic)) return undefined;
  const phrases = grammar.phrases.get(remains.join(' ')) ?? [];
  return phrases.find(({ needs }) => needs.every((need) => has.has(need)));
}

/** A text taken apart, and the meaning of all its words together, if they have one. */
interface Understood {
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

interface Message {
  application: string;
  text: string;
  isNotification?: boolean;
}

/**
 * Reads a message of a bank, an SMS or a notification of its application. Pure; never throws; takes time linear in the text.
 *
 * An income only when every word of it is understood, but for a title and last sentences of harmless words. Anything else is
 * left to a person: a message is never guessed at.
 * @param message.application an application's package or name, or the sender of an SMS
 * @param message.isNotification it is certainly an application's
 */
export function readMessage({ application, text, isNotification = false }: Message): Reading {
  const speaker = speakerOf(application, isNotification);
  const normal = speaker && normalise(text);
  if (!normal) return { kind: 'unknown' };
  const { bank, isOwn } = speaker;
  const whole = readText(normal, speaker);
  const read = isMoneyCome(whole)
    ? whole
    : withoutHarmless(normal)
        .map((text) => readText(text, speaker))
        .find(isMoneyCome);
  const { tails, balance, senders } = (read ?? whole).details;
  const [tail, sender] = [tails[0], senders[0]];
  const said = {
    ...(bank !== undefined && { bank }),
    ...(tails.length === 1 && { tail }),
    ...(balance !== undefined && { balance }),
  };
  if (read) return { kind: read.phrase.kind, ...said, kopecks: read.kopecks, ...(sender !== undefined && { sender }) };
  const { tokens, details, phrase } = whole;
  if (isOwn && isBlock(normal, tokens)) return { kind: 'block', ...said };
  return { kind: phrase?.kind === 'outgoing' || isOutgoing(details) ? 'outgoing' : 'unknown', ...said };
}
