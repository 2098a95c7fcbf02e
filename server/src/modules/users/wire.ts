import type { User } from './store.ts';

/** A person's own profile. */
export const toProfile = ({ username, role, wallet, payoutEnable }: User) => ({
  username,
  role,
  wallet,
  payout_enable: payoutEnable,
});
