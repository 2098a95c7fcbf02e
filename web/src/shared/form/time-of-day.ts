const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** Whether a text is a time of day, `HH:MM`, or nothing. */
export const isTimeOrNone = (text: string): boolean => text === '' || TIME.test(text);

/** The typed digits as the beginning of `HH:MM`: `9` is `09`, `930` is `09:30`. */
export function readTime(typed: string): string {
  const padded = /^\s*(?:[3-9]|\d\D)/.test(typed) ? `0${typed.trimStart()}` : typed;
  const digits = padded.replaceAll(/\D/g, '').slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)}:${digits.slice(2)}` : digits;
}

/** The whole time for one whose end was left out: `09` is `09:00`. */
export const completeTime = (text: string): string => (/^\d\d$/.test(text) ? `${text}:00` : text);
