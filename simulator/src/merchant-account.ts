import { getWebhookEndpoint, updateWebhookEndpoint } from '@kantor/contract/wire/webhooks.ts';
import type { Context } from './http.ts';
import { type Credentials, openSession, type Session } from './session.ts';

export interface MerchantContext extends Context {
  credentials: Credentials;
}

/** Signs in, works, and signs out. @throws Refused. */
async function signedIn<Result>(
  context: MerchantContext,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const session = openSession(context, context.credentials);
  const result = await work(session);
  await session.signOut();
  return result;
}

/** The secret that signs webhooks. @throws Refused. */
export const readSecret = (context: MerchantContext): Promise<string> =>
  signedIn(context, async ({ call }) => (await call(getWebhookEndpoint)).secret);

/** Whether an address is that of a simulator on this machine, at whatever port. */
function isSimulator(address: string, own: URL): boolean {
  const url = URL.parse(address);
  return url?.protocol === own.protocol && url.hostname === own.hostname && url.pathname === own.pathname;
}

/**
 * Has webhooks sent to an address, if they go nowhere yet or to an earlier simulator. A person's own address stays, and so does
 * the switch of an endpoint that was switched off.
 * @returns whether they come to the address.
 * @throws Refused.
 */
export const receiveWebhooks = (context: MerchantContext, address: URL): Promise<boolean> =>
  signedIn(context, async ({ call }) => {
    const { url, is_active } = await call(getWebhookEndpoint);
    if (url !== '' && !isSimulator(url, address)) {
      context.log("webhooks go to the merchant's own address; the shop receives none");
      return false;
    }
    if (url !== address.href) await call(updateWebhookEndpoint, { body: { url: address.href, is_active } });
    return true;
  });
