import type { Hindrance, MessagePart } from '@kantor/contract/plain/reading.ts';
import {
  attempt,
  type Attempt,
  hasEnoughSigns,
  type Message,
  type Reading,
  readingOf,
  type Understood,
} from './read.ts';

/** How a message is read, for whoever asks why it was not. */
export interface Explanation {
  reading: Reading;
  /** The bank whose phrases were asked; null: the common ones, as the bank has none of its own or nobody knows it. */
  grammar: string | null;
  /** The phrase that all of its words are, as the grammar has it. */
  phrase: string | null;
  /** Null where money came, or went out. */
  hindrance: Hindrance | null;
  /** The text as it is read, in pieces, one after the other and without a gap; a piece without a part is punctuation. */
  pieces: { text: string; part: MessagePart | null }[];
}

/** Explains how a message is read. Pure, as `readMessage`; nothing of it is kept. */
export function explainMessage(message: Message): Explanation {
  const tried = attempt(message);
  if (tried === undefined) {
    const isSpeaker = attempt({ ...message, text: '' }) !== undefined;
    const pieces: Explanation['pieces'] = message.text === '' ? [] : [{ text: message.text, part: 'left' }];
    const hindrance = isSpeaker ? 'not_a_text' : 'unknown_sender';
    return { reading: { kind: 'unknown' }, grammar: null, phrase: null, hindrance, pieces };
  }
  const { speaker, read, whole } = tried;
  const reading = readingOf(tried);
  const phrase = read ? read.understood.phrase : whole.phrase;
  return {
    reading,
    grammar: speaker.isOwn ? (speaker.bank ?? null) : null,
    phrase: phrase?.phrase ?? null,
    hindrance: reading.kind === 'unknown' ? hindranceOf(whole, speaker.isOwn) : null,
    pieces: piecesOf(tried),
  };
}

function hindranceOf({ details, kopecks }: Understood, isOwn: boolean): Hindrance {
  const { amounts, tails, senders, comment } = details;
  if (amounts.length === 0) return 'no_sum';
  if (kopecks === undefined) return 'sums';
  if (tails.length > 1) return 'accounts';
  if (senders.length > 1) return 'senders';
  if (comment.length > 0 && senders.length === 0) return 'quotation';
  return hasEnoughSigns(details, isOwn) ? 'no_phrase' : 'few_signs';
}

function piecesOf({ text, whole, read }: Attempt): Explanation['pieces'] {
  const { plain } = text;
  const isRead = read !== undefined || whole.phrase !== undefined;
  const { details } = read?.understood ?? whole;
  const [from, to] = read ? [read.at, read.at + read.text.plain.length] : [0, plain.length];
  const marks = details.marks.map(({ part, at, end }) => ({
    part: part === 'word' ? (isRead ? 'phrase' : 'left') : part,
    at: at + from,
    end: end + from,
  })) satisfies { part: MessagePart; at: number; end: number }[];
  const all: { part: MessagePart; at: number; end: number }[] = [
    { part: 'passed', at: 0, end: from },
    ...marks,
    { part: 'passed', at: to, end: plain.length },
  ];
  const pieces: Explanation['pieces'] = [];
  let end = 0;
  const add = (until: number, part: MessagePart | null) => {
    if (until > end) pieces.push({ text: plain.slice(end, until), part });
    end = Math.max(end, until);
  };
  for (const mark of all) {
    if (mark.end === mark.at) continue;
    add(mark.at, null);
    add(mark.end, mark.part);
  }
  add(plain.length, null);
  return pieces;
}
