import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { Navigate, Outlet, useLocation } from 'react-router';
import { missingFactor } from '@/api/missing-factor';
import { useGetMeQuery } from '@/api/user';
import { useStore } from '@/shared/lib/create-store';
import { isUnloading } from '@/shared/lib/is-unloading';
import { paths } from '@/shared/lib/paths';
import { readProblem } from '@/shared/lib/problem';
import { signOut, type SessionDispatch } from './session';
import { useLiveScreens } from './use-live-screens';
import { useAuth } from './use-user';

/** The address that the visitor asked for, kept in the history entry of /login. */
export interface LoginState {
  from?: string;
}

/** Lets signed-in users through. Others go to /login and come back afterwards, unless they left on purpose. */
export function RequireAuth() {
  const { isAuthenticated, leftByChoice } = useAuth();
  const location = useLocation();
  useProfileOrOut(isAuthenticated);
  useLiveScreens();
  const isLimited = useStore(missingFactor) && location.pathname !== paths.security;
  if (isAuthenticated) return isLimited ? <Navigate to={paths.security} replace /> : <Outlet />;
  const state: LoginState = leftByChoice ? {} : { from: location.pathname + location.search };
  return <Navigate to={paths.login} replace state={state} />;
}

/** Without a profile there is no role to show screens for: the session ends. A later refetch that fails changes nothing. */
function useProfileOrOut(isAuthenticated: boolean): void {
  const dispatch = useDispatch<SessionDispatch>();
  const { isError, data, error } = useGetMeQuery(undefined, { skip: !isAuthenticated });
  const failed = isAuthenticated && isError && data === undefined;
  useEffect(() => {
    if (failed && !isUnloading()) {
      dispatch(signOut({ byChoice: false, putOut: { sentence: readProblem(error).detail } }));
    }
  }, [failed, error, dispatch]);
}
