import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import type { Message } from './types.ts';

export { WebhookVerificationError };

/** Of Node's requests, or of the web's. */
type Given = Headers | Readonly<Record<string, string | string[] | undefined>>;

const NAMES = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

/**
 * The message of a webhook, if it is ours and new: give the headers and the body as they came, before anybody parsed it. Its `type`
 * may be one that this version does not know: pass it over, answering 2xx.
 * @param secret `whsec_…`
 * @throws WebhookVerificationError
 */
export function readWebhook(headers: Given, body: string | Uint8Array, secret: string): Message {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const valueOf = (name: string) => String((headers instanceof Headers ? headers.get(name) : headers[name]) ?? '');
  const signed = Object.fromEntries(NAMES.map((name) => [name, valueOf(name)]));
  return new Webhook(secret).verify(text, signed) as Message;
}
