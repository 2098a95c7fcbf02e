import { API_BASE } from '@kantor/contract/plain/routes.ts';
import { getMe, login, logout } from '@kantor/contract/wire/auth.ts';
import { streamEvents } from '@kantor/contract/wire/events.ts';
import { listMembers, setMemberRole } from '@kantor/contract/wire/members.ts';
import { sql } from 'kysely';
import { describe, expect, vi } from 'vitest';
import { transaction } from '../../src/db/tx.ts';
import { MINUTE, SECOND } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { blockAccount, createAuth } from '../../src/modules/auth/index.ts';
import { Events } from '../../src/modules/events/service.ts';
import { listen } from './event-client.ts';
import { SOON, test as base } from './fixture.ts';
import { JWT_SECRET, startKantor } from '../support/kantor.ts';
import { collectLog } from '../support/log.ts';
import { PASSWORD } from '../support/people.ts';

// Who may no longer listen, and how many may.

const secret = Buffer.from(JWT_SECRET);

const test = base
  /** The server's identity for the trader's token. */
  .extend('identity', async ({ kantor, trader }) =>
    createAuth({ ...kantor, secret }).identities.identify(await trader.token()),
  );

describe('a stream ends', () => {
  test('with its access token', async ({ kantor, trader, merchant, connect, open }) => {
    const client = await connect(await kantor.signIn(trader.username));
    const other = await open(merchant);
    kantor.pass(10 * MINUTE);
    await client.untilEnded();
    await other.untilEnded();
  });

  test('with its session, and no other', async ({ kantor, trader, connect, open, settle }) => {
    const { access, refresh } = await kantor.guest.call(login, {
      body: { username: trader.username, password: PASSWORD },
    });
    const client = await connect(access);
    const other = await open(trader);
    await kantor.guest.call(logout, { body: { refresh } });
    await client.untilEnded();
    // It still tells.
    await settle(other, trader.id);
    expect(other.isEnded()).toBe(false);
  });

  test('when the user is blocked, at once', async () => {
    const slow = await startKantor({ timing: { inspectMs: 60 * MINUTE } });
    const user = await slow.createTrader();
    const client = await listen(await slow.app.listen({ port: 0 }), await user.token());
    await transaction(slow.db, (tx) => blockAccount(tx, user.id, slow.clock()));
    // Nothing but the word of it makes the server look so soon.
    await client.untilEnded();
    await slow.close();
  });

  test('when its member has another role, at once: the next one is opened, and all else judged, by that role', async () => {
    const slow = await startKantor({ timing: { inspectMs: 60 * MINUTE } });
    const owner = await slow.createMerchant();
    const member = await slow.createMember(owner.id, 'owner');
    const url = await slow.app.listen({ port: 0 });
    const client = await listen(url, await member.token());
    await member.call(listMembers);
    await owner.call(setMemberRole, { params: { id: member.personId }, body: { role: 'viewer' } });
    await client.untilEnded();
    slow.pass(5 * SECOND);
    expect(await member.refusal(listMembers)).toMatchObject({ status: 403, code: 'forbidden' });
    const next = await listen(url, await member.token());
    expect(next.status).toBe(200);
    next.leave();
    await slow.close();
  });

  test('within five seconds when its member has another role, and nobody said so', async ({ kantor, trader, tell }) => {
    const member = await kantor.createMember(trader.id, 'owner');
    const { identities } = createAuth({ ...kantor, secret });
    const { id, person, session } = await identities.identify(await member.token());
    const { log } = collectLog();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const events = new Events({ db: kantor.db, clock: kantor.clock, secret, log });
    try {
      const stream = await events.open({ id, role: 'trader', person, session }, undefined);
      let told = '';
      stream.on('data', (piece: Buffer) => (told += String(piece)));
      // What was told of the member before has been read by then.
      const object = newId(kantor.clock());
      await tell('webhook.changed', [trader.id], object);
      await vi.waitUntil(() => told.includes(object), SOON);
      await sql`update member set role = 'shift' where person_id = ${member.personId}`.execute(kantor.db);
      vi.advanceTimersByTime(5 * SECOND);
      // From here on it looks no more.
      vi.useRealTimers();
      await vi.waitUntil(() => stream.closed, SOON);
    } finally {
      vi.useRealTimers();
      await events.close();
    }
  });

  test('when the server stops, which does not wait for it', async () => {
    const other = await startKantor();
    const user = await other.createTrader();
    const client = await listen(await other.app.listen({ port: 0 }), await user.token());
    await other.app.close();
    await client.untilEnded();
    expect(client.text()).not.toBe('');
    await other.close();
  });

  test.for([
    ['ended their session', 'update session set revoked_at = now() where account_id ='],
    ['blocked them', 'update account set blocked_at = now() where id ='],
  ] as const)(
    'and none is opened for a user when another node has %s, also while this one remembers them',
    async ([_what, end], { kantor, trader, connect }) => {
      const token = await trader.token();
      await trader.call(getMe);
      await sql`${sql.raw(end)} ${trader.id}`.execute(kantor.db);
      await trader.call(getMe);
      expect((await connect(token)).status).toBe(401);
    },
  );

  test('and none is opened while the server stops', async ({ kantor, identity }) => {
    const { log, text } = collectLog();
    const events = new Events({ db: kantor.db, clock: kantor.clock, secret, log });
    const { id, person, session } = identity;
    const stream = await events.open({ id, role: 'trader', person, session }, undefined);
    stream.resume();
    await events.close();
    await vi.waitUntil(() => stream.closed, SOON);
    await expect(events.open({ id, role: 'trader', person, session }, undefined)).rejects.toMatchObject({
      status: 503,
    });
    expect(text()).toBe('');
  });

  test('and once the server has stopped, nothing goes on looking who may listen', async ({ kantor, identity }) => {
    const { id, person, session } = identity;
    const { log } = collectLog();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const events = new Events({ db: kantor.db, clock: kantor.clock, secret, log });
      const stream = await events.open({ id, role: 'trader', person, session }, undefined);
      stream.resume();
      expect(vi.getTimerCount()).toBe(1);
      await events.close();
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('streams of one user', () => {
  test('are ten at most; another user has their own', async ({ trader, merchant, open }) => {
    const first = await open(trader);
    for (let i = 1; i < 10; i += 1) await open(trader);
    const refused = await open(trader);
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe('60');
    expect(first.headers['x-request-id']).toMatch(/^[\w-]{8,64}$/);
    const request_id = refused.headers['x-request-id'];
    expect(JSON.parse(refused.text())).toMatchObject({ code: 'too_many_streams', request_id });
    expect((await open(merchant)).status).toBe(200);
    first.leave();
    await vi.waitFor(async () => expect((await open(trader)).status).toBe(200), SOON);
  });

  test('a request for the head alone opens none', async ({ trader, url, open }) => {
    const headers = { authorization: `Bearer ${await trader.token()}` };
    for (let i = 0; i < 11; i += 1) {
      const { status } = await fetch(`${url}${API_BASE}${streamEvents.path}`, { method: 'HEAD', headers });
      expect(status).toBe(404);
    }
    expect((await open(trader)).status).toBe(200);
  });
});
