import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { Outlet, ScrollRestoration } from 'react-router';
import { watchOtherTabs } from '@/session/follow-tabs';
import { followStoredSession, type SessionDispatch } from '@/session/session';
import { useAuth } from '@/session/use-user';

/** Shows nothing until the session is known; meanwhile the page has a loader of its own. */
export function Root() {
  const dispatch = useDispatch<SessionDispatch>();
  useEffect(() => watchOtherTabs(() => dispatch(followStoredSession())), [dispatch]);
  const { isInitialized } = useAuth();
  if (!isInitialized) return null;
  return (
    <>
      <Outlet />
      <ScrollRestoration />
    </>
  );
}
