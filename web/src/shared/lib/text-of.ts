import { DASH } from './format-amount';

/** A form is shown of whatever a server sends: what is no text is an empty field. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A number in figures; a dash for what is none. */
export const figuresOf = (value: unknown): string => (typeof value === 'number' ? String(value) : DASH);
