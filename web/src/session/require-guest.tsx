import { Navigate, Outlet, useLocation } from 'react-router';
import { paths } from '@/shared/lib/paths';
import type { LoginState } from './require-auth';
import { useAuth } from './use-user';

/** Only an address of our own: a link to /login must not be able to send anyone elsewhere. */
const isOwnPath = (path: unknown): path is string => typeof path === 'string' && /^\/(?![/\\])/.test(path);

/** The login screen is for the signed-out; others go on to where they were going. */
export function RequireGuest() {
  const { isAuthenticated } = useAuth();
  const from = (useLocation().state as LoginState | null)?.from;
  return isAuthenticated ? <Navigate to={isOwnPath(from) ? from : paths.home} replace /> : <Outlet />;
}
