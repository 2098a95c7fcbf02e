import { randomBytes } from 'node:crypto';
import { HOUR, after } from '@kantor/server/src/kernel/clock.ts';
import { endOverdueTurns, USUAL_ANSWERS } from '@kantor/server/src/modules/appeals/index.ts';
import { returnOverduePayouts, settleDuePayouts } from '@kantor/server/src/modules/payouts/index.ts';
import { sql } from 'kysely';
import type { Deed, Deeds, World } from './world.ts';

/** Runs a command about somebody, and the one that undoes it. */
const andBack =
  (
    people: (world: World) => readonly { username: string }[],
    does: readonly string[],
    undoes: readonly string[],
  ): Deed =>
  async (world) => {
    const { username } = world.one(people(world));
    const [name = '', ...options] = does;
    await world.command(name, username, ...options);
    const [back = '', ...more] = undoes;
    return world.command(back, username, ...more);
  };

const aboutPayout =
  (name: string, ...options: readonly string[]): Deed =>
  ({ recent, made, command }) =>
    command(name, recent(made.payouts).id, ...options);

const aboutAppeal =
  (name: string, ...options: readonly string[]): Deed =>
  ({ recent, made, command }) =>
    command(name, recent(made.appeals).id, ...options);

const aboutWithdrawal =
  (name: string, ...options: readonly string[]): Deed =>
  ({ recent, made, command }) =>
    command(name, recent(made.withdrawals).id, ...options);

/** Proposes by a command; another operator accepts it some time. */
async function propose({ command, made }: World, ...words: string[]): Promise<void> {
  const id = /^Proposed (\S+):/.exec(await command(...words))?.[1];
  if (id !== undefined) made.proposals.push(id);
}

/** By a clock that is an hour fast: every time has run out. */
const late = ({ market }: World) => ({ db: market.db, clock: () => after(new Date(), HOUR) });

/** What operators decide, and what happens when a time has run out. */
export const OPERATOR_DEEDS: Deeds = {
  'an appeal that the operator confirms': [2, aboutAppeal('confirm-appeal', '--amount', '100')],
  'an appeal that the operator declines': [1, aboutAppeal('decline-appeal')],
  'a payout for the trader': [1, aboutPayout('decide-payout', '--for', 'trader', '--reason', 'Bank statement')],
  'a payout for the merchant': [1, aboutPayout('decide-payout', '--for', 'merchant', '--reason', 'Bank statement')],
  'a payout that is taken away': [1, aboutPayout('free-payout')],
  'a withdrawal that is being sent': [1, aboutWithdrawal('send-withdrawal')],
  'a withdrawal that is rejected': [2, aboutWithdrawal('reject-withdrawal', '--reason', 'No', '--not-sent')],
  'a reversal': [
    3,
    async (world) => {
      const { id } = world.recent(world.made.orders);
      return propose(world, 'reverse-order', id, '--amount', '50', '--reason', 'Bank');
    },
  ],
  'an adjustment': [
    2,
    async (world) => {
      const { username } = world.one([...world.traders, ...world.shops]);
      const account = world.one(['available', 'earned', 'owed']);
      return propose(world, 'adjust', username, world.one(['+3', '-2']), '--account', account, '--text', 'Bonus');
    },
  ],
  'a proposal that is accepted': [5, ({ command, recent, made }) => command('accept', recent(made.proposals))],
  'a proposal that is withdrawn': [
    1,
    ({ command, recent, made }) => command('withdraw-proposal', recent(made.proposals)),
  ],
  'a deposit': [
    2,
    ({ command, one, traders }) =>
      command('deposit', one(traders).username, '1', '--reference', randomBytes(32).toString('hex')),
  ],
  'an account that is blocked, and let in': [1, andBack(({ payers }) => payers, ['block'], ['unblock'])],
  'a person who is blocked, and let in': [
    1,
    andBack(({ payers }) => payers, ['block', '--person'], ['unblock', '--person']),
  ],
  'traffic that is stopped, and let go': [
    1,
    andBack(
      ({ traders, shops }) => [...traders, ...shops],
      ['stop-traffic', '--reason', 'x'],
      ['allow-traffic', '--reason', 'x'],
    ),
  ],
  'another fee': [
    1,
    ({ command, one, shops, below }) => command('set-fees', one(shops).username, '--fee-bp', String(400 + below(100))),
  ],
  'another limit': [
    1,
    ({ command, one, shops }) => command('set-limits', one(shops).username, '--active-orders', one(['0', '500'])),
  ],
  'orders whose time is up': [
    1,
    async ({ recent, made, market }) => {
      const { id } = recent(made.orders);
      return sql`update orders set expires_at = now() where id = ${id} and status = 'ACTIVE'`.execute(market.db);
    },
  ],
  'payouts that nobody contests any more': [1, (world) => settleDuePayouts(late(world))],
  'payouts that take too long': [0.1, (world) => returnOverduePayouts(late(world))],
  'appeals that nobody answers': [1, (world) => endOverdueTurns({ ...late(world), answers: USUAL_ANSWERS })],
};
