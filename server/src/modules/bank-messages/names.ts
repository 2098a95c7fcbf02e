import type { Text } from './normalise.ts';
import type { Token } from './tokens.ts';
import { CARD_WORDS, PREPOSITIONS, SPENT, stems, words } from './words.ts';

/** Beginnings of words of a text about something that has not happened, or not to us. */
const DENIALS = stems(`
  отклон отмен отказ недостаточн ошибк ошибочн невозможн неуспешн заблокир приостан ожида обработк мошенн подтвер возврат запрос
  просит обещ вернул выполн исполн зачис списан`);
const SMALL_WORDS = words(`
  не нет и или но а если чтобы будет будут код пароль вам вас вы мы ваш еще уже скоро завтра только без при об под над перед
  http https www usd eur cny byn kzt try aed gel amd kgs uzs`);

/** Words that are no one's name, however they are written: in capitals, a message's own words look like names. */
const isNoName = (word: string): boolean =>
  (word.length > 1 && (SMALL_WORDS.has(word) || PREPOSITIONS.has(word))) ||
  CARD_WORDS.has(word) ||
  SPENT.has(word) ||
  DENIALS.some((stem) => word.startsWith(stem));

const NAME = /^\p{L}{2,}(?:[-']\p{L}+)*$/u;
const INITIAL = /^\p{L}$/u;
const MAX_NAMES = 4;
const MAX_INITIALS = 2;

/**
 * A person as banks name one: up to four names and one or two initials, with nothing between them but spaces and the initials' dots.
 * Without an initial anything could be a name.
 * @param options.vocabulary the bank's own words, which are no names
 * @param options.isLower the whole text is in lower case, as some phones write it: then a name is no more than it is in capitals
 */
export function nameAt(
  text: Text,
  tokens: readonly Token[],
  at: number,
  { vocabulary, isLower }: { vocabulary: ReadonlySet<string>; isLower: boolean },
): { length: number; name: string } | undefined {
  const isPart = (n: number, shape: RegExp, gap: RegExp) => {
    const [before, token] = [tokens[n - 1], tokens[n]];
    if (token?.kind !== 'word' || !shape.test(token.text) || vocabulary.has(token.text) || isNoName(token.text))
      return false;
    if (!isLower && !/[\p{Lu}\p{Lt}]/u.test(text.plain.charAt(token.at))) return false;
    return n === at || (before !== undefined && gap.test(text.plain.slice(before.end, token.at)));
  };
  let end = at;
  while (end - at < MAX_NAMES && isPart(end, NAME, /^ $/)) end += 1;
  const names = end - at;
  if (names === 0) return undefined;
  while (end - at - names < MAX_INITIALS && isPart(end, INITIAL, /^(?:\. ?| )$/)) end += 1;
  const [first, last] = [tokens[at], tokens[end - 1]];
  if (end - at === names || !first || !last) return undefined;
  const dotted = text.plain.charAt(last.end) === '.' ? 1 : 0;
  return { length: end - at, name: text.plain.slice(first.at, last.end + dotted) };
}
