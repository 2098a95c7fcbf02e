import { toggleTraffic } from '@kantor/contract/wire/balance.ts';
import { transaction } from '../../src/db/tx.ts';
import { MINUTE } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { appendEvent } from '../../src/outbox/append.ts';
import type { Kind } from '../../src/outbox/kinds.ts';
import { kantorTest } from '../support/fixtures.ts';
import { collectLog } from '../support/log.ts';
import { type EventClient, listen } from './event-client.ts';

/** Until when, and how often, tests look for what must come. */
export const SOON = { timeout: 20_000, interval: 10 };

const TIMING = { inspectMs: 100, beatMs: 200, stuckMs: 500, overlapMs: 0, figuresMs: 50 };

/** What the marketplaces of these tests complain about. */
export const complaints = collectLog('error');

/** The test of streams: a marketplace that listens on the network, a trader who takes every order and a merchant for each test. */
export const test = kantorTest
  .extend('options', { scope: 'file' }, { timing: TIMING, log: complaints.log })
  .extend('url', { scope: 'file' }, ({ kantor }) => kantor.app.listen({ port: 0 }))
  .extend('trader', { auto: true }, async ({ kantor }, { onCleanup }) => {
    // The deeds of earlier tests are long ago.
    kantor.pass(MINUTE);
    const trader = await kantor.createTrader({ balance: '100000' });
    await kantor.createRequisite(trader.id);
    onCleanup(async () => {
      await trader.call(toggleTraffic, { body: { is_active: false } });
    });
    return trader;
  })
  .extend('merchant', ({ kantor }) => kantor.createMerchant())
  /** Something happens. */
  .extend(
    'tell',
    ({ kantor }) =>
      (kind: Kind, owners: string[], objectId = newId(kantor.clock())) =>
        transaction(kantor.db, (tx) => appendEvent(tx, { kind, objectId, owners, at: kantor.clock() })),
  )
  /** A client with this token, until the test ends. */
  .extend('connect', ({ url }, { onCleanup }) => {
    const clients: EventClient[] = [];
    onCleanup(() => {
      for (const client of clients) client.leave();
    });
    return async (token: string, cursor?: string) => {
      const client = await listen(url, token, cursor);
      clients.push(client);
      return client;
    };
  })
  .extend(
    'open',
    ({ connect }) =>
      async (person: { token: () => Promise<string> }, cursor?: string) =>
        connect(await person.token(), cursor),
  )
  /** Sends the client an event that no test is about, and waits for it: all changes before it have come then. */
  .extend('settle', ({ kantor, tell }) => async (client: EventClient, userId: string) => {
    const id = newId(kantor.clock());
    await tell('webhook.changed', [userId], id);
    await client.until((told) => told.some((change) => change.id === id));
    return client.told().filter(({ tag }) => tag !== 'Webhook');
  });
