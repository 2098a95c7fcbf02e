import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import type { Position } from '../../outbox/read.ts';

/** One block of exactly the two numbers of a position; no two positions are alike, so nothing repeats. */
const CIPHER = 'aes-256-ecb';

/**
 * Positions as clients see them. They count the whole marketplace's transactions, which is nobody's business; and what a client
 * makes up opens as a place that never was.
 */
export function createSeal(secret: Uint8Array) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'kantor event position', 32));
  return {
    seal(position: Position): string {
      const [xid = '', id = ''] = position.split('/');
      const block = Buffer.alloc(16);
      block.writeBigUInt64BE(BigInt(xid), 0);
      block.writeBigUInt64BE(BigInt(id), 8);
      return createCipheriv(CIPHER, key, null).setAutoPadding(false).update(block).toString('base64url');
    },

    /** Undefined for what cannot have been sealed here. */
    open(sealed: string): Position | undefined {
      const block = Buffer.from(sealed, 'base64url');
      if (block.length !== 16) return undefined;
      const opened = createDecipheriv(CIPHER, key, null).setAutoPadding(false).update(block);
      return `${opened.readBigUInt64BE(0)}/${opened.readBigUInt64BE(8)}`;
    },
  };
}

export type Seal = ReturnType<typeof createSeal>;
