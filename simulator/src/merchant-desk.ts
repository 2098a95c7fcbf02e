import { login, logout } from '@kantor/contract/wire/auth.ts';
import { API_BASE } from '@kantor/contract/plain/routes.ts';
import { getWebhookEndpoint, type updateWebhookEndpoint } from '@kantor/contract/wire/webhooks.ts';
import type { z } from 'zod';
import type { Say } from './quiet-log.ts';
import { ask, type Credentials } from './trader.ts';

interface Desk {
  /** Where Kantor answers. */
  url: URL;
  merchant: Credentials;
  say: Say;
  signal: AbortSignal;
}

type Endpoint = z.output<typeof getWebhookEndpoint.response>;
type Change = z.input<typeof updateWebhookEndpoint.body>;

interface SignedIn {
  read: () => Promise<Endpoint>;
  change: (body: Change) => Promise<Endpoint>;
}

/** Signs in, does what is to be done, and signs out. @throws Error when the server refuses. */
async function atDesk<Result>(desk: Desk, work: (desk: SignedIn) => Promise<Result>): Promise<Result> {
  const call = async (path: string, headers: Record<string, string>, body?: object) =>
    ask(desk, API_BASE + path, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) });
  const { access, refresh } = login.response.parse(await (await call(login.path, {}, desk.merchant)).json());
  const token = { authorization: `Bearer ${access}` };
  const endpoint = async (body?: object) =>
    getWebhookEndpoint.response.parse(await (await call(getWebhookEndpoint.path, token, body)).json());
  const result = await work({ read: () => endpoint(), change: endpoint });
  await call(logout.path, {}, { refresh });
  return result;
}

/** What signatures are made with. @throws Error when the server refuses. */
export const readSecret = (desk: Desk): Promise<string> => atDesk(desk, async ({ read }) => (await read()).secret);

/** Whether an address is where a simulator of this machine answered, at whatever port it had. */
function isOurs(address: string, ours: URL): boolean {
  const url = URL.parse(address);
  return url?.protocol === ours.protocol && url.hostname === ours.hostname && url.pathname === ours.pathname;
}

/**
 * Has messages sent to our address, if they go nowhere yet or to an earlier simulator: a person's own address stays, and so does
 * the switch of an endpoint that was switched off.
 * @returns whether they come to us.
 * @throws Error when the server refuses.
 */
export const receiveWebhooks = (desk: Desk, address: URL): Promise<boolean> =>
  atDesk(desk, async ({ read, change }) => {
    const { url, is_active: isActive } = await read();
    if (url !== '' && !isOurs(url, address)) {
      desk.say("webhooks go to the merchant's own address; the shop hears none");
      return false;
    }
    if (url !== address.href) await change({ url: address.href, is_active: isActive });
    return true;
  });
