import { createHmac } from 'node:crypto';
import { allSecrets, deriveKey, type ServerSecrets } from '../../kernel/derive-key.ts';

/** Another name would change the secrets of all merchants. */
const PURPOSE = 'webhook';

/** Names an endpoint's secret. A merchant's first endpoint has the merchant's id. */
export interface SecretName {
  endpointId: string;
  version: number;
  /** The last version of the endpoint that was made with the server's secret itself, before keys were derived; 0: none. */
  lastRawVersion: number;
}

/**
 * Makes an endpoint's secret. Secrets are not kept: each is derived from the server's, so that a reader of the database can sign
 * nothing. A secret that a merchant was shown stays as it was shown.
 * @returns 32 bytes.
 */
export function secretOf(serverSecret: Uint8Array, { endpointId, version, lastRawVersion }: SecretName): Buffer {
  const key = version <= lastRawVersion ? serverSecret : deriveKey(serverSecret, 'webhook secret');
  return createHmac('sha256', key).update(`${PURPOSE}/${endpointId}/${version}`).digest();
}

interface Signer {
  /** The endpoint's, or of a delivery the one whose secret signs it. */
  id: string;
  secretVersion: number;
  lastRawVersion: number;
  formerSecretUntil: Date | null;
}

/** What signs at a moment: the secret, and the former one while that is in force; the same by other secrets of the server. */
export function secretsOf(
  serverSecrets: ServerSecrets,
  { id: endpointId, secretVersion, lastRawVersion, formerSecretUntil }: Signer,
  at: Date,
): Buffer[] {
  const ofVersion = (version: number) =>
    allSecrets(serverSecrets).map((secret) => secretOf(secret, { endpointId, version, lastRawVersion }));
  const isRotating = formerSecretUntil !== null && at < formerSecretUntil;
  return [...ofVersion(secretVersion), ...(isRotating ? ofVersion(secretVersion - 1) : [])];
}

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
