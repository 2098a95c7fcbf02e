/** A `Date` header carries whole seconds, so smaller differences mean nothing. */
const TOLERANCE_MS = 1500;

let offset = 0;

/**
 * Learns how far the server's clock is from this machine's, from the `Date` header of an answer.
 * @param header the header's text
 * @param sentAt when the request left, and receivedAt when the answer came, in this machine's milliseconds
 */
export function noteServerDate(header: string | null, sentAt: number, receivedAt: number): void {
  const stated = Date.parse(header ?? '');
  if (Number.isNaN(stated)) return;
  // The header is cut to the second: on average the server's clock stood half a second further.
  const measured = stated + 500 - (sentAt + receivedAt) / 2;
  if (Math.abs(measured - offset) > TOLERANCE_MS) offset = measured;
}

/** The server's present moment in milliseconds: a trader's own clock may be minutes off. */
export const serverNow = (): number => Date.now() + offset;
