import { createClient } from '@kantor/contract/client.ts';
import { API_BASE } from '@kantor/contract/plain/routes.ts';
import * as payouts from '@kantor/contract/wire/payouts.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { after, HOUR } from '../../src/kernel/clock.ts';
import { returnOverduePayouts, settleDuePayouts } from '../../src/modules/payouts/index.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { kantorTest } from '../support/fixtures.ts';
import type { KantorOptions } from '../support/kantor.ts';
import { usdt } from '../support/money.ts';
import type { Merchant, Trader } from '../support/people.ts';
import { startServer } from '../support/server-process.ts';
import { png } from '../support/uploads.ts';

// Everybody at one payout at once: two server processes, the jobs of two workers whose clocks are fast, and the operator.

const ROUNDS = 12;
/** As many at most, where one wins again and again. */
const MAX_ROUNDS = 100;

/** The rounds of a storm: some, and on until there were two winners, who are `seen`. */
function* rounds(seen: ReadonlySet<string>): Generator<number> {
  for (let round = 0; round < ROUNDS || (seen.size < 2 && round < MAX_ROUNDS); round += 1) yield round;
}

const test = kantorTest
  .extend('options', { scope: 'file' }, { now: 'running' } as KantorOptions)
  .extend('merchant', { scope: 'file' }, async ({ kantor }) => {
    const merchant = await kantor.createMerchant({ payoutEnable: true });
    await kantor.fund(merchant.id, '100000');
    return merchant;
  })
  .extend('photo', { scope: 'file' }, () => png('чек.png'))
  /** A person's client of one server or of the other, by turns. */
  .extend('by', { scope: 'file' }, async ({ kantor }, { onCleanup }) => {
    const [one, other] = await Promise.all([startServer(kantor.databaseUrl), startServer(kantor.databaseUrl)]);
    onCleanup(async () => void (await Promise.all([one.kill('SIGTERM'), other.kill('SIGTERM')])));
    let turn = 0;
    return ({ token }: Trader | Merchant) =>
      createClient({ base: ((turn += 1) % 2 === 0 ? one : other).url + API_BASE, token });
  })
  /** A worker whose clock is an hour fast: for it every time has run out. */
  .extend('worker', { scope: 'file' }, ({ kantor }) => ({ db: kantor.db, clock: () => after(new Date(), HOUR) }))
  /** A payout of 10 USDT that a new trader has in work, with a proof. */
  .extend('proven', { scope: 'file' }, ({ kantor, merchant, photo }) => async () => {
    const trader = await kantor.createTrader({ balance: '0', payoutEnable: true });
    const { id } = await merchant.call(payouts.createPayout, {
      body: { amount: 1000, fio: 'Пётр', is_sbp: true, phone: '+79995554433' },
    });
    await trader.call(payouts.takePayout, { params: { id } });
    await trader.call(payouts.uploadPayoutPhoto, { params: { id }, file: photo });
    return { id, trader };
  });

/** The acts that went through, by name. */
async function winners(acts: Record<string, () => Promise<unknown>>): Promise<string[]> {
  const done = await Promise.all(
    Object.entries(acts).map(async ([name, act]) => {
      const result = await act().catch(() => 0);
      return result === 0 ? [] : [name];
    }),
  );
  return done.flat();
}

describe('in a storm on one payout', () => {
  test('confirm, give up, deadline and block have one winner', async ({ kantor, merchant, by, worker, proven }) => {
    const seen = new Set<string>();
    for (const round of rounds(seen)) {
      const { id, trader } = await proven();
      const params = { id };
      const acts = {
        confirm: () => by(trader).call(payouts.confirmPayout, { params }),
        'confirm again': () => by(trader).call(payouts.confirmPayout, { params }),
        'give up': () => by(trader).call(payouts.freePayout, { params }),
        deadline: () => returnOverduePayouts(worker),
        'deadline too': () => returnOverduePayouts(worker),
        block: async () => ((await kantor.cli('block', trader.username)).includes(id) ? 1 : 0),
      };
      const names = Object.keys(acts) as (keyof typeof acts)[];
      // Each begins first in its turn.
      const turned = Object.fromEntries(
        names.map((_, i) => names[(i + round) % names.length] ?? 'block').map((name) => [name, acts[name]]),
      );
      const won = await winners(turned);
      expect(won, `round ${round}`).toHaveLength(1);
      for (const name of won) seen.add(name);
      const { rows } = await sql<{ outcome: string }>`
        select outcome from payout_take where payout_id = ${id}`.execute(kantor.db);
      expect(rows).toHaveLength(1);
      expect(await verify(kantor.db)).toEqual([]);
      const { status } = await merchant.call(payouts.getPayout, { params });
      expect(status).toBe(won[0]?.startsWith('confirm') ? 'DONE' : 'OPEN');
    }
    expect(seen.size).toBeGreaterThan(1);
    expect(await kantor.deadlocks()).toBe(0);
  });

  test('contest, settlement and the operator’s two decisions end it once', async ({
    kantor,
    merchant,
    by,
    worker,
    proven,
  }) => {
    const seen = new Set<string>();
    await settleDuePayouts(worker);
    for (const round of rounds(seen)) {
      const { id, trader } = await proven();
      const params = { id };
      const had = await kantor.balances(merchant.id);
      const decide = (whom: string) => () =>
        kantor.cli('decide-payout', id, '--for', whom, '--reason', 'Bank statement');
      const acts = {
        confirm: () => by(trader).call(payouts.confirmPayout, { params }),
        contest: () => by(merchant).call(payouts.contestPayout, { params, body: { reason: 'Не пришло' } }),
        'contest too': () => by(merchant).call(payouts.contestPayout, { params, body: { reason: 'Не пришло' } }),
        settle: () => settleDuePayouts(worker),
        'settle too': () => settleDuePayouts(worker),
        'for the trader': decide('trader'),
        'for the merchant': decide('merchant'),
      };
      // In every other round it is confirmed before the storm.
      if (round % 2 === 0) await acts.confirm();
      const names = Object.keys(acts) as (keyof typeof acts)[];
      const turned = Object.fromEntries(
        names.map((_, i) => names[(i + round) % names.length] ?? 'settle').map((name) => [name, acts[name]]),
      );
      const won = await winners(turned);
      expect(await verify(kantor.db)).toEqual([]);
      const ends = won.filter((name) => /settle|for the/.test(name));
      expect(ends.length, `round ${round}: ${won.join()}`).toBeLessThanOrEqual(1);
      expect(won.filter((name) => name.startsWith('contest')).length).toBeLessThanOrEqual(1);
      // What is contested only the operator ends.
      const isContested = won.some((name) => name.startsWith('contest'));
      expect(isContested && won.some((name) => name.startsWith('settle')), `round ${round}: ${won.join()}`).toBe(false);
      // What nobody has ended yet the operator does.
      if (ends.length === 0) await acts['for the merchant']();
      const end = ends[0] ?? 'for the merchant';
      seen.add(end);
      const isTraders = end !== 'for the merchant';
      expect(await kantor.balances(trader.id)).toMatchObject(
        isTraders ? { available: usdt('10'), held: 0n, earned: usdt('0.2') } : { available: 0n, held: 0n, earned: 0n },
      );
      const has = await kantor.balances(merchant.id);
      expect(has.available - had.available).toBe(isTraders ? 0n : usdt('10.5'));
      expect(await verify(kantor.db)).toEqual([]);
    }
    expect(seen.size).toBeGreaterThan(1);
    expect(await kantor.deadlocks()).toBe(0);
  });
});
