import { createCipheriv, createDecipheriv } from 'node:crypto';
import { PAYMENT_PAGE_BASE, showPayment } from '@kantor/contract/plain/payment-page.ts';
import { pathOf } from '@kantor/contract/client.ts';
import { deriveKeys, type ServerSecrets } from '../../kernel/derive-key.ts';

/** One block: an id has 128 bits, and a block of AES too, so that no two orders share a token and no chaining is needed. */
const CIPHER = 'aes-256-ecb';
const BLOCK_BYTES = 16;
const NO_BLOCK = Buffer.alloc(BLOCK_BYTES);

export type PaymentTokens = ReturnType<typeof createPaymentTokens>;

/**
 * Makes the tokens of payment links: an order's id, enciphered. Without the key they are 128 bits that tell nothing, and nobody
 * finds one by trying; with it the same order has the same token, which is stored nowhere.
 * @param secret the server's; links that were made with others of its are known, too.
 */
export function createPaymentTokens(secret: ServerSecrets) {
  const keys = deriveKeys(secret, 'payment page');
  const through = (cipher: ReturnType<typeof createCipheriv>, block: Buffer) =>
    Buffer.concat([cipher.setAutoPadding(false).update(block), cipher.final()]);
  return {
    /** 22 characters of base64url. */
    tokenOf: (orderId: string): string =>
      through(createCipheriv(CIPHER, keys[0], null), Buffer.from(orderId.replaceAll('-', ''), 'hex')).toString(
        'base64url',
      ),

    /** The ids that a token may stand for, also of no order: a malformed token is looked for like any other. */
    orderIdsOf(token: string): string[] {
      const given = Buffer.from(token.slice(0, 2 * BLOCK_BYTES), 'base64url');
      const isWhole = given.length === BLOCK_BYTES && given.toString('base64url') === token;
      return keys.map((key) =>
        through(createDecipheriv(CIPHER, key, null), isWhole ? given : NO_BLOCK)
          .toString('hex')
          .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
      );
    },
  };
}

/** The link that a payer is given. @param base the server's address. */
export const paymentLink = (base: string, token: string): string =>
  `${base}${PAYMENT_PAGE_BASE}${pathOf(showPayment.path, { token })}`;
