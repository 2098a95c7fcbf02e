import { fold } from './normalise.ts';
import { byFirstWord, type Phrases, PREPOSITIONS, russian } from './words.ts';

/**
 * One bank's way of writing. Every word of a message must be accounted for: details such as the time, the place and the
 * balance are understood of every bank (`details.ts`); the words that remain must be one of these phrases.
 *
 * A phrase is words in lower case and `{amount}`, `+{amount}` (with its plus), `{sender}`, `{bank}`, `{account}`, `{phone}`. After a
 * preposition they stand at their place; without one, and `{balance}` and `{sbp}` always, they must be there, wherever.
 */
export interface Grammar {
  /** Its name in the table of banks, under which `senders.ts` has its senders. */
  bank: string;
  /** Its phrases for money that came from a person. */
  income: readonly string[];
  /** Its phrases that repeat an earlier message about the same money. */
  duplicates?: readonly string[];
  /** Its phrases for money that went out, where the words alone would not show it. */
  outgoing?: readonly string[];
  /** Its additions that mean nothing. */
  ignored?: readonly string[];
  /** Its own sites, which it may name in passing. */
  sites?: readonly string[];
}

/** A detail that a phrase asks for besides its words. */
export type Need = 'plus' | 'sender' | 'bank' | 'account' | 'balance' | 'sbp';

/** The meaning of a phrase, and the details that its message must hold. */
export interface PhraseMeaning {
  kind: 'income' | 'duplicate' | 'outgoing';
  needs: readonly Need[];
  /** As the grammar has it. */
  phrase: string;
}

export interface CompiledGrammar {
  /** Keys are the remaining words, separated by spaces. */
  phrases: ReadonlyMap<string, readonly PhraseMeaning[]>;
  ignored: Phrases;
  /** Folded. */
  sites: readonly string[];
  /** Words that are no one's name. */
  words: ReadonlySet<string>;
}

const PLACES = new Set(['{sender}', '{bank}', '{account}', '{phone}']);

function compilePhrase(phrase: string): { words: string[]; needs: Need[] } {
  const words: string[] = [];
  const needs: Need[] = [];
  for (const part of phrase.split(' ')) {
    if (part === '+{amount}') {
      needs.push('plus');
      words.push('{amount}');
    } else if (part === '{balance}' || part === '{sbp}') {
      needs.push(part === '{sbp}' ? 'sbp' : 'balance');
    } else if (PLACES.has(part) && part !== '{phone}' && !PREPOSITIONS.has(words.at(-1) ?? '')) {
      needs.push(part.slice(1, -1) as Need);
    } else {
      words.push(part.startsWith('{') ? part : russian(fold(part)));
    }
  }
  return { words, needs };
}

export function compile({
  income,
  duplicates,
  outgoing,
  ignored = [],
  sites = [],
}: Omit<Grammar, 'bank'>): CompiledGrammar {
  const phrases = new Map<string, PhraseMeaning[]>();
  const vocabulary = new Set<string>();
  const kinds = { income, duplicate: duplicates, outgoing };
  for (const kind of ['income', 'duplicate', 'outgoing'] as const) {
    for (const phrase of kinds[kind] ?? []) {
      const { words, needs } = compilePhrase(phrase);
      const remains = words.join(' ');
      phrases.set(remains, [...(phrases.get(remains) ?? []), { kind, needs, phrase }]);
      // An `и` may be an initial.
      for (const word of words) if (word.length > 1) vocabulary.add(word);
    }
  }
  const asides = byFirstWord(ignored.map((aside) => fold(aside).split(' ').map(russian)));
  return { phrases, ignored: asides, sites: sites.map(fold), words: vocabulary };
}
