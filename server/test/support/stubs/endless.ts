import type { ServerResponse } from 'node:http';

/** Writes the piece into an answer again and again, as fast as it is read, until nobody reads it. @returns the bytes written, so far. */
export function writeEndlessly(response: ServerResponse, piece: string | Buffer): () => number {
  let written = 0;
  const more = () => {
    while (!response.destroyed) {
      written += piece.length;
      if (!response.write(piece)) break;
    }
  };
  response.on('drain', more);
  more();
  return () => written;
}
