/** A typed sum or rate as the wire has it: `1 500,50` → `1500.50`. */
export const decimalOf = (typed: string): string => typed.replaceAll(/\s/g, '').replace(',', '.');

/** A number above zero; how many places it may have the server says. */
export const isDecimal = (typed: string): boolean => /^\d+(?:\.\d+)?$/.test(decimalOf(typed)) && /[1-9]/.test(typed);
