/** Signs that nobody sees, but that turn the direction of a text, hide parts of it or ring a bell. */
const UNSEEN = /[\p{Cf}\p{Cc}]/gu;
/** The breaks of lines are for seeing. */
const BREAKS = new Set(['\n', '\t']);

/** What came where a text is expected: nothing, or an object, is shown as what it is. */
export const asText = (value: unknown): string =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value);

/** A stranger's text without the signs that nobody sees. */
export const plainText = (text: string): string => text.replaceAll(UNSEEN, (sign) => (BREAKS.has(sign) ? sign : ''));

/** The same with those signs spelled out, for data that are to be seen as they came: `\u202E`. */
export const spelledOut = (text: string): string =>
  text.replaceAll(UNSEEN, (sign) =>
    BREAKS.has(sign) ? sign : `\\u${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
  );
