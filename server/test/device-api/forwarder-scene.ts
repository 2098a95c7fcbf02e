import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { MINUTE } from '../../src/kernel/clock.ts';
import { type Connected, smsForwarder, smsGateway } from './forwarder-apps.ts';
import { type Kantor, startKantor } from '../support/harness.ts';

type Trader = Awaited<ReturnType<Kantor['createTrader']>>;
type Name = 'sms_gateway' | 'sms_forwarder';

/**
 * A marketplace for all tests of a file; each test has a trader of its own with a cabinet that a forwarder may speak for. All of
 * them are there once the tests begin.
 */
export function useForwarders() {
  const [kantor, trader] = [{} as Kantor, {} as Trader];
  const cabinet = { id: '' };
  beforeAll(async () => {
    Object.assign(kantor, await startKantor());
  });
  beforeEach(async () => {
    kantor.pass(MINUTE);
    Object.assign(trader, await kantor.createTrader());
    cabinet.id = await createCabinet();
  });
  afterAll(() => kantor.close());

  const createCabinet = () => kantor.createCabinet(trader.id, { hasPhone: false });
  const connect = (application: string, to = cabinet.id) =>
    kantor.send(`/api/v1/cabinets/${to}/connect/`, { method: 'POST', token: trader.token, body: { application } });
  const connected = async (application: string, to = cabinet.id): Promise<Connected> =>
    (await connect(application, to)).body;

  const applications = {
    sms_gateway: (given: Connected) => smsGateway(kantor, given),
    sms_forwarder: (given: Connected) => smsForwarder(kantor, given),
  } as const;
  const read = async (path: string) => (await kantor.send(`/api/v1/${path}`, { token: trader.token })).body;
  const messages = async () => (await read('devicenotifications/')).results;

  return {
    kantor,
    trader,
    cabinet,
    /** Another one of the trader's. @returns its id. */
    createCabinet,
    connect,
    /** What the trader is given to type into the application. */
    connected,
    applications,
    open: async (name: Name, to = cabinet.id) => applications[name](await connected(name, to)),
    read,
    isHeard: async () => (await read(`cabinets/${cabinet.id}/`)).can_be_active,
    messages,
    newest: async () => {
      const [{ id }] = await messages();
      const { rows } = await sql<{ messageId: string; heardAt: Date }>`
        select message_id as "messageId", heard_at as "heardAt" from notification where id = ${id}`.execute(kantor.db);
      return { ...(await read(`devicenotifications/${id}/`)), ...rows[0] };
    },
  };
}
