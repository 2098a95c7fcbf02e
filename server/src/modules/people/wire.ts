import type { Account } from '../accounts/index.ts';

/** A person's own profile, in the account that they are in. */
export const toProfile = ({ username }: { username: string }, { role, wallet, payoutEnable }: Account) => ({
  username,
  role,
  wallet,
  payout_enable: payoutEnable,
});
