import { SetFees } from '@/acts/platform/accounts';
import { SetLimits } from '@/acts/platform/limits';
import { AdjustAccount, DepositByHand } from '@/acts/platform/money';
import { AllowTraffic, StopTraffic } from '@/acts/platform/traffic';
import type { AccountPage } from '@/api/platform-accounts';
import { Card, type Fact, FactsList } from '@/shared/detail/facts';
import { DASH, formatAmount, formatCount, inRub, inUsdt } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { ShortId } from '@/shared/ui/short-id';
import { conversionText, feeText, readyText, trafficText } from './account-values';
import { type Texts, useTexts } from './texts';
import classes from './account.module.css';

interface Props {
  account: AccountPage;
}

/** That the platform has stopped the traffic: since when, who did, and why. */
function stopFacts({ traffic_stopped: stopped }: AccountPage, t: Texts): readonly Fact[] {
  if (stopped === null) return [];
  return [
    [t('platform:accounts.stopped'), formatDateTime(stopped.at)],
    [t('platform:accounts.stoppedBy'), stopped.by ?? DASH],
    [t('platform:accounts.stopReason'), stopped.reason],
  ];
}

function whoFacts(account: AccountPage, t: Texts): readonly Fact[] {
  const { role, id, blocked_at: blockedAt, deposit_address: address } = account;
  const ofTrader: Fact[] = [
    [t('platform:accounts.columns.traffic'), trafficText(account, t)],
    [t('platform:accounts.columns.requisites'), readyText(account, t)],
    [
      t('platform:accounts.depositAddress'),
      <ShortId key="address" value={address} subject={t('platform:accounts.depositAddress')} />,
    ],
  ];
  return [
    [t('platform:accounts.role'), t(`platform:accounts.roleOf.${role}`)],
    [t('fields.created'), formatDateTime(account.created_at)],
    ...(blockedAt === null ? [] : [[t('platform:accounts.blockedAt'), formatDateTime(blockedAt)] satisfies Fact]),
    [t('platform:accounts.columns.signedIn'), formatDateTime(account.signed_in_at)],
    [t('platform:accounts.columns.today'), formatCount(account.orders.today)],
    [
      t('platform:accounts.columns.conversion'),
      t('platform:accounts.conversionOf', {
        share: conversionText(account, t),
        closed: account.orders.closed,
        all: account.orders.closed + account.orders.lost,
      }),
    ],
    [t('platform:accounts.payouts'), t(`platform:accounts.allowed.${account.payout_enable ? 'yes' : 'no'}`)],
    ...(role === 'trader' ? ofTrader : []),
    ...stopFacts(account, t),
    [t('fields.id'), <ShortId key="id" value={id} subject={t('fields.id')} />],
  ];
}

/** Who it is, and how it does. */
export function Who({ account }: Props) {
  const t = useTexts();
  return (
    <Card title={t('fields.info')}>
      <FactsList facts={whoFacts(account, t)} />
      <div className={classes.acts}>
        {account.traffic_stopped === null ? (
          <StopTraffic account={account} size="xs" />
        ) : (
          <AllowTraffic account={account} size="xs" />
        )}
      </div>
    </Card>
  );
}

/** What it has, part by part, and what people may do about that. */
export function Money({ account }: Props) {
  const t = useTexts();
  const { role } = account;
  const facts: Fact[] = [
    [t('platform:accounts.columns.available'), inUsdt(account.available)],
    [t('platform:accounts.columns.held'), inUsdt(account.held)],
    role === 'trader'
      ? [t('platform:accounts.earned'), inUsdt(account.earned)]
      : [t('platform:accounts.debt'), inUsdt(account.debt)],
  ];
  return (
    <Card title={t('platform:accounts.money')}>
      <FactsList facts={facts} />
      <div className={classes.acts}>
        {role === 'trader' && <DepositByHand account={account} />}
        <AdjustAccount account={account} />
      </div>
    </Card>
  );
}

/** What an order costs or brings, and whose fee or reward does not go together with that. */
export function Fees({ account }: Props) {
  const t = useTexts();
  const { role, capped } = account;
  const more = capped.count > capped.names.length ? '…' : '';
  return (
    <Card title={t('platform:accounts.columns.fee')}>
      <FactsList facts={[[t(`platform:accounts.feeOf.${role}`), feeText(account, t)]]} />
      {capped.count > 0 && (
        <p className={classes.note}>
          {t(`platform:accounts.capped.${role}`, { n: capped.count, names: capped.names.join(', ') + more })}
        </p>
      )}
      <div className={classes.acts}>
        <SetFees account={account} basisPoints={account.basis_points} />
      </div>
    </Card>
  );
}

function limitFacts(limits: NonNullable<AccountPage['limits']>, t: Texts): readonly Fact[] {
  const none = t('platform:accounts.noLimit');
  const used = ({ limit, used: taken }: typeof limits.active_orders) =>
    limit === null ? none : t('platform:accounts.usedOf', { used: formatCount(taken ?? 0), limit: formatCount(limit) });
  const { limit, used: sum } = limits.active_sum;
  return [
    [t('platform:accounts.limits.activeOrders'), used(limits.active_orders)],
    [
      t('platform:accounts.limits.activeSum'),
      limit === null ? none : t('platform:accounts.usedOf', { used: formatAmount(sum ?? 0), limit: inRub(limit) }),
    ],
    [t('platform:accounts.limits.unpaidHour'), used(limits.unpaid_hour)],
    [
      t('platform:accounts.limits.requestsSecond'),
      limits.requests_second === null ? none : formatCount(limits.requests_second),
    ],
  ];
}

/** What a merchant may hold, and how much of it is taken. */
export function Limits({ account: { id, limits } }: Props) {
  const t = useTexts();
  if (limits === null) return null;
  return (
    <Card title={t('platform:accounts.limits.title')}>
      <FactsList facts={limitFacts(limits, t)} />
      <div className={classes.acts}>
        <SetLimits id={id} limits={limits} />
      </div>
    </Card>
  );
}
