import { type MouseEvent, type ReactNode, useContext } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { ChevronRightIcon } from '../ui/icons';
import classes from '../ui/screen.module.css';
import { ScreenTitle } from '../ui/screen-title';
import { InPanel } from './in-panel';
import type { FromList } from '../list/beside';

interface DetailFrameProps {
  title: string;
  back: { to: string; label: string };
  badge?: ReactNode;
  note?: ReactNode;
  /** Stick to the bottom of a phone; `tools` do not. */
  actions?: ReactNode;
  tools?: ReactNode;
  children: ReactNode;
}

/** The way back, the title, and what can be done. */
export function DetailFrame({ title, back, badge, note, actions, tools, children }: DetailFrameProps) {
  // Beside its list it needs no way back there, and is not what the page is about.
  const isInPanel = useContext(InPanel);
  const Heading = isInPanel ? 'h2' : 'h1';
  return (
    <div className={`${classes.screen} ${classes.detail}`} data-panel={isInPanel || undefined}>
      <ScreenTitle>{title}</ScreenTitle>
      {!isInPanel && (
        <nav className={classes.back} aria-label={back.label}>
          <BackLink {...back} />
          <ChevronRightIcon />
          <span aria-current="page">{title}</span>
        </nav>
      )}
      <div className={classes.header}>
        <Heading>{title}</Heading>
        {/* A screen reader says it when it changes. */}
        <span aria-live="polite">{badge}</span>
        {note}
        <div className={classes.commands}>
          {tools && <div className={classes.tools}>{tools}</div>}
          <div className={classes.actions}>{actions}</div>
        </div>
      </div>
      {children}
    </div>
  );
}

/** Main facts at the left, the rest beside them on a wide screen. */
export function DetailColumns({ main, side }: { main: ReactNode; side: ReactNode }) {
  return (
    <div className={classes.columns}>
      <div className={classes.column}>{main}</div>
      <div className={classes.column}>{side}</div>
    </div>
  );
}

function BackLink({ to, label }: { to: string; label: string }) {
  return <Link {...useWayBack(to)}>{label}</Link>;
}

/** A link to the list as it was left: its page, filters and, by going back in the history, its scroll. */
export function useWayBack(to: string): { to: string; onClick: (event: MouseEvent) => void } {
  const fromList = (useLocation().state as FromList | null)?.fromList;
  const navigate = useNavigate();
  const stepBack = (event: MouseEvent) => {
    if (fromList === undefined || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void navigate(-1);
  };
  return { to: fromList ?? to, onClick: stepBack };
}
