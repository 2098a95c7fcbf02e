import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { Outlet, ScrollRestoration } from 'react-router';
import { watchOtherTabs } from '@/session/follow-tabs';
import { followStoredSession, type SessionDispatch } from '@/session/session';
import { useAuth } from '@/session/use-user';
import { FullScreenLoader } from './full-screen-loader';

/** Shows nothing but the loader until the session is known. */
export function Root() {
  const dispatch = useDispatch<SessionDispatch>();
  useEffect(() => watchOtherTabs(() => dispatch(followStoredSession())), [dispatch]);
  const { isInitialized } = useAuth();
  if (!isInitialized) return <FullScreenLoader />;
  return (
    <>
      <Outlet />
      <ScrollRestoration />
    </>
  );
}
