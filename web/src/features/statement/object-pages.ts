import type { Role } from '@/api/user';
import { paths } from '@/shared/lib/paths';

type Pages = Readonly<Record<string, (id: string) => string>>;

/** The page of what money moved for, by the beginning of the reason, for each side of the marketplace. */
export const PAGES_OF: Readonly<Record<Role, Pages>> = {
  trader: {
    order: paths.order,
    appeal: paths.appeal,
    withdrawal: paths.usdtWithdrawal,
    payout: paths.payout,
  },
  merchant: {
    order: paths.order,
    appeal: paths.appeal,
    withdrawal: paths.withdrawal,
    payout: paths.payout,
  },
  operator: {
    order: paths.platformOrder,
    appeal: paths.platformAppeal,
    withdrawal: paths.platformWithdrawal,
    payout: paths.platformPayout,
  },
};
