import { DASH } from './format-amount';

/** An id or hash as a text; empty where a server sends neither a text nor a number. */
export const wholeId = (id: unknown): string => (typeof id === 'string' || typeof id === 'number' ? String(id) : '');

/** Keeps both ends of a long id: `TQn9Y2khEs…5KcbLSE`. Servers that number their objects are served too. */
export function middleEllipsis(id: string | number | null | undefined, head = 10, tail = 7): string {
  const text = wholeId(id);
  if (text === '') return DASH;
  return text.length <= head + tail + 1 ? text : `${text.slice(0, head)}…${text.slice(-tail)}`;
}

/** An order id as page titles show it: ten characters and an ellipsis. */
export const titleId = (id: string): string => `${id.slice(0, 10)}…`;

/** An order as people name it, on its own page and on its appeal's: the end of its id. */
export const orderName = (id: string | number): string => String(id).slice(-8).toUpperCase();
