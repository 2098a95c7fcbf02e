import { isStale } from './rules.ts';
import type { Proposal, Rate } from './store.ts';

/** The rate, at a moment, as back office and merchant API show it. */
export const toRate = (rate: Rate, at: Date) => ({
  rate: rate.value,
  updated_at: rate.confirmedAt,
  is_stale: isStale(rate, at),
});

interface RatePage {
  rate: Rate | undefined;
  /** The newest. */
  proposal: Proposal | undefined;
  history: readonly (Rate & { id: bigint })[];
  /** Older ones of the week are left out. */
  isCut: boolean;
  jumpBp: bigint;
}

/** What the platform's people see of the rate, at a moment. */
export const toPlatformRate = ({ rate, proposal, history, isCut, jumpBp }: RatePage, at: Date) => ({
  rate: rate
    ? {
        rate: rate.value,
        source: rate.source,
        created_at: rate.createdAt,
        confirmed_at: rate.confirmedAt,
        stale_at: rate.staleAt,
        is_stale: isStale(rate, at),
      }
    : null,
  proposal:
    proposal?.status === 'WAITING'
      ? {
          id: String(proposal.id),
          rate: proposal.value,
          latest: proposal.latest,
          in_force: proposal.inForce,
          source: proposal.source,
          created_at: proposal.createdAt,
        }
      : null,
  jump_bp: Number(jumpBp),
  history_is_cut: isCut,
  history: history.map(({ id, value, source, createdAt }) => ({
    id: String(id),
    rate: value,
    source,
    created_at: createdAt,
  })),
});
