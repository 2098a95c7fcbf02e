/** Keeps both ends of a long id: `TQn9Y2khEs…5KcbLSE`. */
export const middleEllipsis = (id: string, head = 10, tail = 7): string =>
  id.length <= head + tail + 1 ? id : `${id.slice(0, head)}…${id.slice(-tail)}`;

/** An order id as page titles show it: ten characters and an ellipsis. */
export const titleId = (id: string): string => `${id.slice(0, 10)}…`;
