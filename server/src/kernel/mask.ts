const DOT = '•';
/** So many characters of a number stay readable. */
const SHOWN = 4;

/** A phone, a card or an account as those see it who need not know it: dots, and its last four characters. */
function maskNumber(number: string): string {
  const signs = number.replaceAll(/[^\p{L}\p{N}]/gu, '');
  const shown = signs.length > SHOWN ? signs.slice(-SHOWN) : '';
  return DOT.repeat(signs.length - shown.length) + shown;
}

/** Ten digits or more, written as phones, cards and accounts are; no part of a longer word, as of an id. */
const NUMBER_IN_TEXT = /(?<![\p{L}\p{N}-])\+?\d(?:[ ()\u{A0}-]{0,2}\d){9,}(?![\p{L}\p{N}-])/gu;

/** A text in which phones, cards and accounts are masked; its words, names and sums stay. */
const maskText = (text: string): string => text.replaceAll(NUMBER_IN_TEXT, maskNumber);

/** How numbers of payers and payees are written in an answer. */
export interface Sight {
  isRevealed: boolean;
  /** A phone, a card, an account. */
  number: (value: string) => string;
  /** A text that may have some in it. */
  text: (value: string) => string;
  /** The same of what somebody may have typed: a reason, a note. */
  typed: (value: string | null) => string | null;
}

const asIs = <Value>(value: Value) => value;
export const DOTTED: Sight = {
  isRevealed: false,
  number: maskNumber,
  text: maskText,
  typed: (value) => value && maskText(value),
};
export const REVEALED: Sight = { isRevealed: true, number: asIs, text: asIs, typed: asIs };
