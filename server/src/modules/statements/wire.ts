import { PLATFORM_NAME } from '../../kernel/platform.ts';
import type { Totals } from './rules.ts';
import { sumOf } from './rules.ts';
import type { WholeAct } from './service/acts.ts';
import type { ListedAct } from './store/acts.ts';

type TotalsOnWire = Pick<Totals, 'parts' | 'kinds'>;

const toParts = ({ parts }: TotalsOnWire) =>
  parts.map(({ part, opening, received, spent, closing, entries }) => ({
    part,
    opening,
    received,
    spent,
    closing,
    entries: Number(entries),
  }));

const toKinds = ({ kinds }: TotalsOnWire) =>
  kinds.map(({ postings, ...sums }) => ({ ...sums, postings: Number(postings) }));

export const toTotals = (totals: Totals) => ({
  parts: toParts(totals),
  whole: totals.whole,
  kinds: toKinds(totals),
});

/** @param viewer the account that looks: of the platform's people it knows no names. */
export const toListedAct = (viewer: 'platform' | 'account') => (act: ListedAct) => ({
  id: act.id,
  number: Number(act.number),
  from: act.from,
  to: act.to,
  made_at: act.madeAt,
  made_by: viewer === 'platform' || act.madeIn === act.accountId ? act.madeBy : PLATFORM_NAME,
  closing: act.closing,
});

export const toAct = (viewer: 'platform' | 'account') => (act: WholeAct) => ({
  ...toListedAct(viewer)(act),
  account: { id: act.accountId, name: act.accountName, role: act.role },
  platform: act.platform,
  party: act.party,
  parts: toParts(act),
  whole: {
    opening: sumOf(act.parts, 'opening'),
    received: sumOf(act.kinds, 'received'),
    spent: sumOf(act.kinds, 'spent'),
    closing: act.closing,
  },
  kinds: toKinds(act),
  lines:
    act.lines?.map(({ at, reason, cause, amount, balance }) => ({
      at,
      reason,
      object_id: cause,
      amount,
      balance_after: balance,
    })) ?? null,
});
