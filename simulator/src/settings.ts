import { readShares, type Shares, USUAL_PROFILE } from './payer-profile.ts';

export interface Settings {
  /** Kantor's address. */
  url: URL;
  ordersPerMinute: number;
  shares: Shares;
  /** The address at which the stubs of the outside world answer Kantor; undefined: there are none. */
  stubsUrl: URL | undefined;
}

const USUAL_ORDERS_PER_MINUTE = '6';

/** @throws Error with a sentence for the person who started the simulator. */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const given = (name: string) => environment[name]?.trim() || undefined;
  const url = URL.parse(given('KANTOR_URL') ?? '');
  if (url === null) throw new Error('KANTOR_URL must be the address of Kantor, such as http://127.0.0.1:3000');
  const ordersPerMinute = Number(given('KANTOR_ORDERS_PER_MINUTE') ?? USUAL_ORDERS_PER_MINUTE);
  if (!(ordersPerMinute >= 0 && ordersPerMinute <= 6000)) {
    throw new Error('KANTOR_ORDERS_PER_MINUTE must be a number from 0 to 6000');
  }
  const payers = given('KANTOR_PAYERS');
  const shares = payers === undefined ? USUAL_PROFILE.shares : readShares(payers);
  if (shares === undefined) {
    throw new Error('KANTOR_PAYERS must be shares such as paid=70,double=6,late=6,wrong=5,never=8,cancelled=5');
  }
  const stubs = given('KANTOR_SIMULATOR_URL');
  const stubsUrl = stubs === undefined ? undefined : URL.parse(stubs);
  if (stubsUrl === null) {
    throw new Error('KANTOR_SIMULATOR_URL must be an address of this machine, such as http://127.0.0.1:3001');
  }
  return { url, ordersPerMinute, shares, stubsUrl };
}
