import { createCipheriv, createDecipheriv } from 'node:crypto';
import { deriveKey } from '../../kernel/derive-key.ts';
import type { Position } from '../../outbox/read.ts';

/** One block of exactly the two numbers of a position; no two positions are alike, so nothing repeats. */
const CIPHER = 'aes-256-ecb';

/**
 * Makes the cursors of clients: positions, encrypted. A position counts the whole marketplace's transactions, which is nobody's
 * business; and a cursor that a client makes up decrypts to a position that never was.
 */
export function createCursors(secret: Uint8Array) {
  const key = deriveKey(secret, 'event position');
  return {
    encryptCursor(position: Position): string {
      const [xid = '', id = ''] = position.split('/');
      const block = Buffer.alloc(16);
      block.writeBigUInt64BE(BigInt(xid), 0);
      block.writeBigUInt64BE(BigInt(id), 8);
      return createCipheriv(CIPHER, key, null).setAutoPadding(false).update(block).toString('base64url');
    },

    /** Undefined for a text that cannot be a cursor of ours. */
    decryptCursor(cursor: string): Position | undefined {
      const block = Buffer.from(cursor, 'base64url');
      if (block.length !== 16) return undefined;
      const position = createDecipheriv(CIPHER, key, null).setAutoPadding(false).update(block);
      return `${position.readBigUInt64BE(0)}/${position.readBigUInt64BE(8)}`;
    },
  };
}

export type Cursors = ReturnType<typeof createCursors>;
