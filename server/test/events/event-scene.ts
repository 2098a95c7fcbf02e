import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { transaction } from '../../src/db/tx.ts';
import { MINUTE } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import type { Timing } from '../../src/modules/events/index.ts';
import { appendEvent } from '../../src/outbox/append.ts';
import type { Kind } from '../../src/outbox/kinds.ts';
import { type EventClient, listen } from './event-client.ts';
import { type Kantor, startKantor } from '../support/harness.ts';

type Trader = Awaited<ReturnType<Kantor['createTrader']>>;
type Merchant = Awaited<ReturnType<Kantor['createMerchant']>>;

/** Until when, and how often, tests look for what must come. */
export const SOON = { timeout: 20_000, interval: 10 };

/**
 * A marketplace that listens on the network, for all tests of a file; each test has a trader who takes its orders and a
 * merchant of its own. All of them are there once the tests begin.
 */
export function useEventScene(timing: Partial<Timing> = { inspectMs: 100, beatMs: 200, stuckMs: 500, overlapMs: 0 }) {
  const [kantor, trader, merchant] = [{} as Kantor, {} as Trader, {} as Merchant];
  const clients: EventClient[] = [];
  let url = '';

  beforeAll(async () => {
    Object.assign(kantor, await startKantor({ timing }));
    url = await kantor.app.listen({ port: 0 });
  });
  beforeEach(async () => {
    // What earlier tests have done is long ago.
    kantor.pass(MINUTE);
    Object.assign(trader, await kantor.createTrader({ balance: '100000' }));
    await kantor.createRequisite(trader.id);
    Object.assign(merchant, await kantor.createMerchant());
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) client.leave();
    await kantor.send(`/api/v1/accounts/toggle/`, { method: 'POST', token: trader.token, body: { is_active: false } });
  });
  afterAll(() => kantor.close());

  const tell = (kind: Kind, owners: string[], objectId = newId(kantor.clock())) =>
    transaction(kantor.db, (tx) => appendEvent(tx, { kind, objectId, owners, at: kantor.clock() }));

  const connect = async (token: string, cursor?: string) => {
    const client = await listen(url, token, cursor);
    clients.push(client);
    return client;
  };

  return {
    kantor,
    trader,
    merchant,
    url: () => url,
    /** Something happens. */
    tell,
    /** A client with this token, until the test ends. */
    connect,
    open: async (person: { token: () => Promise<string> }, cursor?: string) => connect(await person.token(), cursor),

    /** Tells the client of something that no test is about, and waits for it: whatever came before has been told. */
    settle: async (client: EventClient, userId: string) => {
      const id = newId(kantor.clock());
      await tell('webhook.changed', [userId], id);
      await client.until((told) => told.some((change) => change.id === id));
      return client.told().filter(({ tag }) => tag !== 'Webhook');
    },

    issue: async (amount = '100') => (await kantor.order(merchant.key, amount)).body.id as string,
    confirm: (id: string) => kantor.send(`/api/v1/orders/${id}/confirm/`, { method: 'POST', token: trader.token }),
  };
}
