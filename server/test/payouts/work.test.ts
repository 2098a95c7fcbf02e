import {
  cancelPayout,
  confirmPayout,
  freePayout,
  getPayout,
  listPayouts,
  takePayout,
} from '@kantor/contract/wire/payouts.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { after, HOUR, MINUTE, moscowTime } from '../../src/kernel/clock.ts';
import { deleteDroppedFiles, diskStore } from '../../src/modules/files/index.ts';
import { returnOverduePayouts, takePayout as take } from '../../src/modules/payouts/index.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { join } from 'node:path';
import { test } from './fixture.ts';

describe('a payout in work', () => {
  test('has half an hour, then it is open again for anyone, and its proof is gone', async ({
    kantor,
    merchant,
    trader,
    rival,
    inWork,
    prove,
    takes,
  }) => {
    const id = await inWork();
    const { photo, taken_until: until } = await prove(id);
    expect(until).toBe(new Date(kantor.clock().getTime() + 30 * MINUTE).toISOString());
    kantor.pass(30 * MINUTE - 1);
    expect(await returnOverduePayouts(kantor)).toBe(0);
    kantor.pass(1);
    const returned = await Promise.all([1, 2, 3].map(() => returnOverduePayouts(kantor)));
    expect(returned.toSorted((a, b) => a - b)).toEqual([0, 0, 1]);
    expect(await rival.call(getPayout, { params: { id } })).toMatchObject({
      status: 'OPEN',
      can_take_on_work: true,
      taken_until: null,
    });
    expect((await trader.refusal(confirmPayout, { params: { id } })).status).toBe(409);
    expect((await kantor.app.inject(photo?.url ?? '')).statusCode).toBe(404);
    expect(await takes(id)).toEqual([{ traderId: trader.id, outcome: 'expired' }]);
    expect(await verify(kantor.db)).toEqual([]);
    await merchant.call(cancelPayout, { params: { id } });
  });

  test('may still be confirmed late, while nobody has returned it', async ({ kantor, trader, inWork, prove }) => {
    const id = await inWork();
    await prove(id);
    kantor.pass(31 * MINUTE);
    await trader.call(confirmPayout, { params: { id } });
    expect(await returnOverduePayouts(kantor)).toBe(0);
  });

  test('of a trader who is blocked is open again, and their takings come too late', async ({
    kantor,
    trader,
    rival,
    offer,
    inWork,
    prove,
    takes,
  }) => {
    const [first, second] = [await inWork(), await inWork()];
    await prove(second);
    const open = await offer();
    const others = await inWork(rival);
    const said = await kantor.cli('block', trader.username);
    expect(said).toContain(`Open again: the payout ${first}.`);
    expect(said).toContain(`Open again: the payout ${second} (it had a proof).`);
    for (const id of [first, second]) {
      expect(await takes(id)).toEqual([{ traderId: trader.id, outcome: 'blocked' }]);
      expect((await rival.call(getPayout, { params: { id } })).status).toBe('OPEN');
    }
    expect((await trader.refusal(takePayout, { params: { id: open } })).status).toBe(401);
    // A request that was let in a moment before the block.
    await expect(take(kantor, { role: 'trader', id: trader.id }, open)).rejects.toMatchObject({ code: 'blocked' });
    expect(await rival.call(getPayout, { params: { id: others } })).toMatchObject({ status: 'IN_WORK' });
    expect(await verify(kantor.db)).toEqual([]);
  });
});

describe('takings', () => {
  test('pause till tomorrow after the third that ran out in a day of Moscow', async ({
    kantor,
    trader,
    rival,
    offer,
    inWork,
  }) => {
    for (let i = 0; i < 3; i += 1) await inWork();
    kantor.pass(30 * MINUTE);
    await returnOverduePayouts(kantor);
    const id = await offer();
    const tomorrow = moscowTime(after(kantor.clock(), 11.5 * HOUR), kantor.clock());
    const sentence = `Сегодня у 3 взятых вами выплат вышло время, и они вернулись в очередь. Снова брать выплаты можно с ${tomorrow} по Москве`;
    expect(tomorrow).toMatch(/, 00:00$/);
    expect(await trader.call(getPayout, { params: { id } })).toMatchObject({
      can_take_on_work: false,
      can_interact: false,
      take_refusal: sentence,
    });
    expect(await trader.refusal(takePayout, { params: { id } })).toMatchObject({
      status: 409,
      code: 'taking_paused',
      problem: { detail: sentence },
    });
    expect(await rival.call(getPayout, { params: { id } })).toMatchObject({ can_take_on_work: true });
    // Half past twelve; eleven and a half hours later it is tomorrow.
    kantor.pass(11.5 * HOUR - 1);
    expect((await trader.refusal(takePayout, { params: { id } })).code).toBe('taking_paused');
    kantor.pass(1);
    await trader.call(takePayout, { params: { id } });
  });

  test('that were not finished are ten an hour at most', async ({ kantor, trader, done, offer, inWork }) => {
    const start = kantor.clock();
    const give = async () => {
      const id = await inWork();
      await trader.call(freePayout, { params: { id } });
    };
    for (let i = 0; i < 4; i += 1) await give();
    // Those that they do are not counted.
    for (let i = 0; i < 3; i += 1) await done();
    kantor.pass(5 * MINUTE);
    for (let i = 0; i < 6; i += 1) await give();
    const id = await offer();
    const detail = 'За час можно взять и не выполнить не больше 10 выплат. Следующую можно взять с ';
    expect(await trader.refusal(takePayout, { params: { id } })).toMatchObject({
      status: 409,
      code: 'too_many_takes',
      problem: { detail: expect.stringContaining(detail) },
    });
    expect((await trader.call(getPayout, { params: { id } })).take_refusal).toContain(detail);
    kantor.pass(start.getTime() + HOUR - kantor.clock().getTime() - 1);
    expect((await trader.refusal(takePayout, { params: { id } })).code).toBe('too_many_takes');
    kantor.pass(1);
    await trader.call(takePayout, { params: { id } });
  });
});

describe('looks at a payee', () => {
  test('are journalled once a minute of a payout, the trader’s alone', async ({
    kantor,
    trader,
    rival,
    merchant,
    offer,
  }) => {
    const id = await offer();
    const params = { id };
    const looks = async () => {
      const { rows } = await sql<{ traderId: string; at: Date }>`
        select trader_id as "traderId", at from payout_look where payout_id = ${id} order by at`.execute(kantor.db);
      return rows;
    };
    await trader.call(getPayout, { params });
    await rival.call(listPayouts);
    expect(await looks()).toEqual([]);
    const takenAt = kantor.clock();
    await trader.call(takePayout, { params });
    for (let i = 0; i < 3; i += 1) await trader.call(getPayout, { params });
    await merchant.call(getPayout, { params });
    expect(await looks()).toEqual([{ traderId: trader.id, at: takenAt }]);
    kantor.pass(MINUTE);
    await trader.call(getPayout, { params });
    await trader.call(freePayout, { params });
    kantor.pass(MINUTE);
    await trader.call(getPayout, { params });
    expect(await looks()).toHaveLength(2);
    const said = await kantor.cli('payout-looks', id);
    expect(said).toMatch(new RegExp(`^${id}  ${trader.username} .*given up$`, 'm'));
    expect(
      said.match(new RegExp(`^${id}  ${trader.username}  +2026-1[12]-\\d\\d \\d\\d:\\d\\d UTC$`, 'gm')),
    ).toHaveLength(2);
    expect(await kantor.cli('payout-looks', trader.username)).toBe(said);
  });

  test('name the person: two people of a trader within a minute are two', async ({ kantor, trader, offer }) => {
    const params = { id: await offer() };
    await trader.call(takePayout, { params });
    const shift = await kantor.createMember(trader.id, 'shift');
    for (let i = 0; i < 2; i += 1) await shift.call(getPayout, { params });
    const said = await kantor.cli('payout-looks', params.id);
    const seen = said.slice(said.indexOf('payee seen by'));
    for (const { username } of [trader, shift]) expect(seen.split(username)).toHaveLength(2);
  });

  test('and takings are never changed', async ({ kantor, done }) => {
    const id = await done();
    for (const change of [
      sql`update payout_look set at = now() where payout_id = ${id}`,
      sql`delete from payout_look where payout_id = ${id}`,
      sql`update payout_take set outcome = 'expired' where payout_id = ${id}`,
      sql`delete from payout_take where payout_id = ${id}`,
      sql`truncate payout_take`,
    ])
      await expect(change.execute(kantor.ownerDb)).rejects.toThrow(/is refused/);
  });
});

describe('a proof that is replaced, or whose payout is given up', () => {
  test('leaves no row and no bytes', async ({ kantor, trader, inWork, prove }) => {
    const store = diskStore(join(kantor.settings.dataDir, 'files'));
    await deleteDroppedFiles({ db: kantor.db, store });
    const rows = async () =>
      (await sql<{ id: string }>`select id from stored_file where owner_id = ${trader.id}`.execute(kantor.db)).rows;
    const id = await inWork();
    const ids = new Set<string>();
    for (let i = 0; i < 3; i += 1) {
      await prove(id);
      const kept = await rows();
      expect(kept).toHaveLength(1);
      ids.add(kept[0]?.id ?? '');
    }
    expect(ids.size).toBe(3);
    await trader.call(freePayout, { params: { id } });
    expect(await rows()).toEqual([]);
    expect(await deleteDroppedFiles({ db: kantor.db, store })).toBe(3);
    for (const each of ids) expect(await store.get(each)).toBeUndefined();
    expect(await deleteDroppedFiles({ db: kantor.db, store })).toBe(0);
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('keeps the bytes of the new one', async ({ kantor, inWork, prove }) => {
    const id = await inWork();
    await prove(id);
    const { photo } = await prove(id);
    await deleteDroppedFiles({ db: kantor.db, store: diskStore(join(kantor.settings.dataDir, 'files')) });
    expect((await kantor.app.inject(photo?.url ?? '')).statusCode).toBe(200);
  });
});
