import { Link } from 'react-router';
import type { AccountChoice } from '@/api/platform-lists';
import { paths } from '@/shared/lib/paths';

/** An account, with the way to all of its orders. */
export const AccountLink = ({ account }: { account: AccountChoice }) => (
  <Link to={paths.platformOrdersOf(account.id)}>{account.name}</Link>
);
