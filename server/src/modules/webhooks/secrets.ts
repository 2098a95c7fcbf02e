import { createHmac } from 'node:crypto';

/** Another name would change the secrets of all merchants. */
const PURPOSE = 'webhook';

/**
 * Secrets are not kept: each is derived from the server's, so that a reader of the database can sign nothing.
 * @returns the secret of a merchant's version, as 32 bytes.
 */
export const secretOf = (serverSecret: Uint8Array, merchantId: string, version: number): Buffer =>
  createHmac('sha256', serverSecret).update(`${PURPOSE}/${merchantId}/${version}`).digest();

/** As merchants see it. @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
export const showSecret = (secret: Buffer): string => `whsec_${secret.toString('base64')}`;

interface Signed {
  id: string;
  /** The moment of the attempt. */
  at: Date;
  body: string;
}

/** The headers that name and prove a delivery, with a signature for each secret. */
export function signedHeaders({ id, at, body }: Signed, secrets: readonly Buffer[]): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1000);
  const content = `${id}.${timestamp}.${body}`;
  const signatures = secrets.map((secret) => `v1,${createHmac('sha256', secret).update(content).digest('base64')}`);
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signatures.join(' ') };
}
