/** A normalised message. Both strings are of one length, and their characters stand at the same places. */
export interface Text {
  /** The bank's own text without invisible characters, with plain spaces and dashes. */
  plain: string;
  /** In lower case, with every letter that looks like a Cyrillic one as that one. */
  folded: string;
}

/** UTF-16 units. The longest messages of banks are notices of a block, some 600. */
const MAX_LENGTH = 1000;

/**
 * Latin and Greek letters that look like Cyrillic ones in either case. Words are compared after folding on both sides, so a
 * Latin word that is looked for (`Summa`) is folded too, and what it turns into need not make sense.
 */
const LOOKS_LIKE: Readonly<Record<string, string>> = {
  ...{ a: 'а', b: 'в', c: 'с', e: 'е', h: 'н', k: 'к', m: 'м', o: 'о', p: 'р', t: 'т', x: 'х', y: 'у' },
  ...{ α: 'а', β: 'в', ε: 'е', η: 'н', κ: 'к', μ: 'м', ο: 'о', ρ: 'р', τ: 'т', χ: 'х', υ: 'у', γ: 'г', π: 'п' },
  ...{ φ: 'ф', δ: 'д', λ: 'л', ι: 'i', ν: 'v', ζ: 'z', і: 'i', ı: 'i', ѕ: 's', ј: 'j', ԁ: 'd', ɡ: 'g', ѵ: 'v', ʀ: 'r' },
};

/** Digits raised, circled, in fractions: no bank writes them, and normalisation would make plain digits of them. */
const ODD_DIGIT = /[\p{No}\p{Nl}]/u;

const folds = new Map<string, string>();

function foldCharacter(character: string): string {
  let fold = folds.get(character);
  if (fold === undefined) {
    // The first of the decomposed: `й` and `ё` lose their marks, as people leave them out.
    const base = (character.normalize('NFD')[0] ?? character).toLowerCase();
    fold = base.length === 1 ? (LOOKS_LIKE[base] ?? base) : character;
    folds.set(character, fold);
  }
  return fold;
}

/** Keeps the length. */
export function fold(plain: string): string {
  let folded = '';
  for (let at = 0; at < plain.length; at += 1) folded += foldCharacter(plain.charAt(at));
  return folded;
}

/** Normalises a message. Undefined: too long for a bank's message, or with digits that only look like digits. */
export function normalise(raw: string): Text | undefined {
  if (raw.length > MAX_LENGTH || ODD_DIGIT.test(raw)) return undefined;
  const plain = raw
    .normalize('NFKC')
    .replaceAll(/\r\n?|[\u0085\u2028\u2029\v\f]/g, '\n')
    // Marks upon letters, zero-width and directional characters.
    .replaceAll(/[\p{M}\p{Cf}]|(?!\n|\t)\p{Cc}/gu, '')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n[ \n]*/g, '\n')
    .replaceAll(/\p{Pd}|\u2212/gu, '-')
    .replaceAll(/[’‘ʼ′`]/g, "'")
    .trim();
  // Normalisation can make one character into many.
  if (plain.length > MAX_LENGTH) return undefined;
  return { plain, folded: fold(plain) };
}
