/** The keys of a Russian keyboard, by the letters that a Latin one has on them. */
const LATIN = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`";
const CYRILLIC = 'йцукенгшщзхъфывапролджэячсмитьбюё';

const inOtherLayout = (text: string): string =>
  text.replaceAll(/./gsu, (letter) => CYRILLIC[LATIN.indexOf(letter)] ?? LATIN[CYRILLIC.indexOf(letter)] ?? letter);

const plain = (text: string): string => text.toLowerCase().replaceAll('ё', 'е').trim();

const wordsOf = (text: string): string[] => plain(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether each word that was typed begins one of the text's. */
const begins = (typed: readonly string[], words: readonly string[]): boolean =>
  typed.every((beginning) => words.some((word) => word.startsWith(beginning)));

/** Whether somebody may mean a text by what they typed, also if they forgot to switch the keyboard. Nothing means everything. */
export function isMeant(typed: string, text: string): boolean {
  const words = wordsOf(text);
  // A key of one layout may be no letter in the other: `;` is `ж`.
  return [typed, inOtherLayout(typed.toLowerCase())].some((each) => {
    const asked = wordsOf(each);
    return (asked.length > 0 || plain(typed) === '') && begins(asked, words);
  });
}
