import { Link } from 'react-router';
import { paths } from '../lib/paths';

/** A trader's or a merchant's name, with the way to their page. */
export const AccountLink = ({ account }: { account: { id: string; name: string } }) => (
  <Link to={paths.platformAccount(account.id)}>{account.name}</Link>
);
