import type { FullConfig } from '@playwright/test';
import { pair, scan } from './phone.ts';

const TRADERS = { trader: 'trader-demo-1', trader2: 'trader-demo-2' };
/** A cabinet takes orders for two minutes after its phone was heard. */
const EVERY_MS = 30_000;

/** While the tests run, the phones of the demo's running cabinets are on: paired by QR code, as phones are. */
export default async function keepPhonesAlive({ projects }: FullConfig): Promise<() => void> {
  const server = projects[0]?.use.baseURL ?? '';
  const pings: (() => Promise<unknown>)[] = [];
  for (const [username, password] of Object.entries(TRADERS)) {
    const ask = async (path: string, headers: Record<string, string>, body?: object) => {
      const init = body && { method: 'POST', body: JSON.stringify(body) };
      const answer = await fetch(`${server}/api/v1/${path}`, {
        ...init,
        headers: { 'content-type': 'application/json', ...headers },
      });
      if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
      return answer;
    };
    const signIn = async () => {
      const { access } = (await (await ask('auth/login/', {}, { username, password })).json()) as { access: string };
      return { authorization: `Bearer ${access}` };
    };
    const { results } = (await (await ask('cabinets/', await signIn())).json()) as {
      results: { id: string; is_active: boolean }[];
    };
    for (const { id } of results.filter((cabinet) => cabinet.is_active)) {
      const connect = async () => {
        const picture = await (await ask(`cabinets/${id}/get_qr/`, await signIn())).arrayBuffer();
        return pair(await scan(Buffer.from(picture)));
      };
      let phone = await connect();
      let isReplaced = false;
      pings.push(async () => {
        // A test has connected a phone of its own; a round later it needs that no longer.
        if (isReplaced) phone = await connect();
        isReplaced = (await phone.ping('На связи')).status === 403;
      });
    }
  }
  // A server that is just being restarted is pinged again soon.
  const pingAll = () => Promise.allSettled(pings.map((ping) => ping()));
  await pingAll();
  const timer = setInterval(() => void pingAll(), EVERY_MS);
  return () => clearInterval(timer);
}
