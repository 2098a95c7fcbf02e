import { getCabinetQr, listCabinets } from '@kantor/contract/wire/cabinets.ts';
import { asPerson } from './api.ts';
import { pair, scan } from './phone.ts';

/** A cabinet takes orders for two minutes after a heartbeat of its phone. */
const EVERY_MS = 30_000;
/** Switches on the phones of the demo's running cabinets: paired by QR code, as phones are. Returns how to stop. */
export async function keepPhonesAlive(server: string): Promise<() => void> {
  const pings: (() => Promise<unknown>)[] = [];
  for (const name of ['trader', 'trader2'] as const) {
    const { results } = await asPerson({ server }, name).call(listCabinets);
    for (const { id } of results.filter((cabinet) => cabinet.is_active)) {
      const connect = async () =>
        pair(await scan(await asPerson({ server }, name).call(getCabinetQr, { params: { id } })));
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
