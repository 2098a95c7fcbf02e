import { lazy, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useRole } from '@/session/use-user';
import { loadScreenTexts } from '@/shared/i18n/i18n';
import { useStore } from '@/shared/lib/create-store';
import { lazyLater } from '@/shared/lib/lazy-later';
import { paths } from '@/shared/lib/paths';
import { testMode } from '@/shared/lib/test-mode';
import { Outlet, useLocation, useNavigation } from 'react-router';
import { ConnectionNote } from './connection-note';
import { Header } from './header';
import classes from './shell.module.css';
import { Sidebar } from './sidebar';
import { StepUp } from './step-up';
import { useKeptFocus } from './use-kept-focus';

const CONTENT = 'content';

/** Header, sidebar and the screen between them. */
export function Shell() {
  const { t } = useTranslation();
  const isLoading = useNavigation().state === 'loading';
  const role = useRole();
  const isTest = useStore(testMode) && role === 'merchant';
  const main = useFocusOnArrival();
  useKeptFocus(main);
  return (
    <>
      <a href={`#${CONTENT}`} className={classes.skip}>
        {t('app.skipToContent')}
      </a>
      <Header />
      {isLoading && <div className={classes.progress} role="progressbar" aria-label={t('app.loading')} />}
      <div className={classes.body}>
        <Sidebar />
        <main ref={main} id={CONTENT} className={classes.main} tabIndex={-1}>
          <Suspense>{isTest ? <TestWorld /> : <Outlet />}</Suspense>
        </main>
      </div>
      <ConnectionNote />
      <StepUp />
      <Suspense>
        <AfterScreen />
      </Suspense>
    </>
  );
}

const TestWorld = lazy(() => loadScreenTexts().then(() => import('@/features/test-mode/test-world')));

const AfterScreen = lazyLater(() => {
  // Where one may go to from here is known before one goes; who goes sooner asks for it.
  import('../section-routes').catch(() => undefined);
  return import('@/acts/after-screen');
});

/** Another screen has come: the keyboard and the screen reader start at its top, not where the last link was. */
function useFocusOnArrival() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const isBeside = useRef(false);
  useEffect(() => {
    if (shown.current === pathname) return;
    // The address that leads on to somebody's first screen is no screen that was left.
    const isFirst = shown.current === paths.home;
    shown.current = pathname;
    const wasBeside = isBeside.current;
    isBeside.current = main.current?.querySelector('aside') !== null;
    // An object that comes or goes beside its list leaves the keyboard in the list.
    if (isFirst || wasBeside || isBeside.current) return;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
