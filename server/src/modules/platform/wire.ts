import { SECOND } from '../../kernel/clock.ts';
import { DOTTED } from '../../kernel/mask.ts';
import type { Explanation } from '../bank-messages/index.ts';
import { type Names, toAccount } from '../inspection/index.ts';
import { toRate } from '../rates/index.ts';
import { permitName } from '../requisites/index.ts';
import type { AccountPage, KnownAccount } from './service/accounts.ts';
import type { Liquidity } from './service/liquidity.ts';
import type { Overview } from './service/overview.ts';
import type { Watch } from './service/reading.ts';
import type { State } from './service/state.ts';
import type { DayFigures } from './store/days.ts';
import type { Hold } from './store/holds.ts';

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);

export function toLiquidity({ at, rate, levels }: Liquidity) {
  const { rate: value, is_stale } = toRate(rate, at);
  const [first] = levels;
  return {
    at,
    rate: value,
    is_rate_stale: is_stale,
    requisites: first === undefined ? 0 : first.available + sum(Object.values(first.stopped)),
    levels: levels.map(({ amount, amountUsdt, available, stopped }) => ({
      amount,
      amount_usdt: amountUsdt,
      available,
      stopped,
    })),
  };
}

const toDay = ({ issued, cameClosed, cameLost, closed, turnover, revenue }: DayFigures, refused: bigint) => ({
  asked: Number(issued + refused),
  issued: Number(issued),
  came_closed: Number(cameClosed),
  came_lost: Number(cameLost),
  closed: Number(closed),
  turnover,
  revenue,
});

export function toOverview({ at, waiting, rate, today, yesterday, comparedUntil, since, refusals, free }: Overview) {
  const refused = (day: 'today' | 'yesterday') => refusals.reduce((total, refusal) => total + refusal[day], 0n);
  return {
    at,
    waiting: waiting.map(({ what, count, sumUsdt, since: oldest, names }) => ({
      what,
      count: Number(count),
      sum: sumUsdt,
      since: oldest,
      ...(names && { names }),
    })),
    rate: rate
      ? { rate: rate.value, confirmed_at: rate.confirmedAt, stale_at: rate.staleAt, source: rate.source }
      : null,
    today: toDay(today, refused('today')),
    yesterday: toDay(yesterday, refused('yesterday')),
    compared_until: comparedUntil,
    since,
    refusals: refusals.map(({ reason, ...days }) => ({
      reason,
      today: Number(days.today),
      yesterday: Number(days.yesterday),
    })),
    free: { traders: Number(free.traders), usdt: free.usdt },
  };
}

export const toReading = ({ at, applications }: Watch) => ({
  at,
  applications: applications.map(({ isBroken, days, ...application }) => ({
    ...application,
    is_broken: isBroken,
    days: days.map(({ day, sums, unread }) => ({ day, sums, unread })),
  })),
});

export const toExplanation = ({ reading, ...how }: Explanation) => ({
  kind: reading.kind,
  bank: reading.bank ?? null,
  amount: reading.kopecks ?? null,
  balance: reading.balance ?? null,
  tail: reading.tail ?? null,
  sender: reading.sender ?? null,
  ...how,
});

export const toHold =
  (names: Names) =>
  ({ of, id, ownerId, held, since }: Hold) => ({ id, of, account: toAccount(names, ownerId), held, since });

export function toState({
  at,
  version,
  facts,
  disk,
  queues,
  jobs,
  forgotten,
  verification,
  wholeAt,
  errors,
  replica,
  drill,
}: State) {
  const { block, blockAt, backupAt, backupNote } = facts;
  return {
    at,
    version,
    database: { version: facts.version, size: Number(facts.size), schema: facts.schema },
    backup: backupAt && { at: backupAt, note: backupNote ?? '' },
    drill: drill
      ? { at: drill.at, backup_at: drill.backupAt, violations: drill.violations, bad_files: drill.badFiles }
      : null,
    replica: replica
      ? {
          age_seconds: Number.isFinite(replica.ageMs) ? Math.ceil(replica.ageMs / SECOND) : null,
          is_read: replica.isRead,
        }
      : null,
    disk,
    queues: queues.map(({ name, count, since }) => ({ name, count: Number(count), since })),
    jobs: jobs.map(({ name, succeededAt }) => ({ name, succeeded_at: succeededAt })),
    forgotten: forgotten.map(({ what, n }) => ({ what, n: Number(n) })),
    chain: block === null || blockAt === null ? null : { block: Number(block), block_at: blockAt },
    phones: { online: Number(facts.phonesOnline), active: Number(facts.phonesActive) },
    verification: verification
      ? {
          asked_at: verification.askedAt,
          ended_at: verification.endedAt,
          since: verification.since,
          whole_at: wholeAt ?? null,
          violations: verification.violations,
          found: verification.found ?? [],
        }
      : null,
    errors: errors.map(({ kind, n }) => ({ kind, n: Number(n) })),
  };
}

export function toKnownAccount({ account, balances, figures, signedInAt }: KnownAccount) {
  const { id, name, role, createdAt, blockedAt, payoutEnable, trafficOn, feeBp, rewardBp } = account;
  const isTrader = role === 'trader';
  return {
    id,
    name,
    role,
    created_at: createdAt,
    blocked_at: blockedAt,
    available: balances.available,
    held: balances.held,
    earned: balances.earned,
    debt: -balances.owed,
    basis_points: isTrader ? rewardBp : feeBp,
    payout_enable: payoutEnable,
    traffic: isTrader ? trafficOn : null,
    requisites: isTrader ? { ready: figures.ready, all: figures.requisites } : null,
    orders: { today: Number(figures.today), closed: Number(figures.closed), lost: Number(figures.lost) },
    signed_in_at: signedInAt,
  };
}

const toLimit = (limit: number, used: number) => ({ limit: limit || null, used: limit === 0 ? null : used });

function toLimits({ limits, usage }: NonNullable<AccountPage['limits']>) {
  const hasSum = limits.activeSum > 0n;
  return {
    active_orders: toLimit(limits.activeOrders, usage.activeOrders),
    active_sum: { limit: hasSum ? limits.activeSum : null, used: hasSum ? usage.activeSum : null },
    unpaid_hour: toLimit(limits.unpaidHour, Math.min(usage.unpaidHour, limits.unpaidHour)),
    requests_second: limits.requestsSecond || null,
  };
}

const toMember = ({
  id,
  username,
  role,
  createdAt,
  hasFactor,
  signedInAt,
  blockedAt,
}: AccountPage['members'][number]) => ({
  id,
  username,
  role,
  created_at: createdAt,
  has_second_factor: hasFactor,
  signed_in_at: signedInAt,
  blocked_at: blockedAt,
});

/** @param mayEnd whether the caller may end permits: their names would tell the numbers to whoever tries all. */
export function toAccountPage(page: AccountPage, { mayEnd, at }: { mayEnd: boolean; at: Date }) {
  const { account, capped, limits, members, invitations, wallets, permits, stoppedBy = null } = page;
  return {
    ...toKnownAccount(page),
    deposit_address: account.role === 'trader' ? account.wallet : '',
    traffic_stopped: account.trafficStoppedAt && {
      at: account.trafficStoppedAt,
      by: stoppedBy,
      reason: account.trafficStopReason ?? '',
    },
    capped: { count: capped[0]?.count ?? 0, names: capped.map(({ name }) => name) },
    limits: limits ? toLimits(limits) : null,
    members: members.map(toMember),
    invitations: invitations.map(({ id, role, invitedBy, createdAt, expiresAt }) => ({
      id,
      role,
      invited_by: invitedBy,
      created_at: createdAt,
      expires_at: expiresAt,
    })),
    wallets: wallets.map(({ id, address, isValid, createdAt, usableAt }) => ({
      id,
      address,
      is_valid: isValid,
      created_at: createdAt,
      usable_at: usableAt,
      is_usable: isValid && usableAt <= at,
    })),
    permits: permits.map((permit) => ({
      id: mayEnd ? permitName(permit) : null,
      kind: permit.kind,
      number: DOTTED.number(permit.number),
      bank: permit.bank,
      allowed_by: permit.allowedBy,
      allowed_at: permit.allowedAt,
      claimant: permit.claimant,
      is_in_force: permit.isInForce,
    })),
  };
}
