import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { readProblem } from '../lib/problem';
import { RequestId } from './request-id';
import classes from './states.module.css';

/** There is nothing to show; `children` offer the next step. */
export function EmptyState({ title, hint, children }: { title: string; hint?: string; children?: ReactNode }) {
  return (
    <div className={classes.state}>
      <p className={classes.title}>{title}</p>
      {hint !== undefined && <p className={classes.hint}>{hint}</p>}
      {children}
    </div>
  );
}

interface ErrorStateProps {
  title: string;
  /** What the call failed with. */
  error?: unknown;
  onRetry?: () => unknown;
}

/** Loading has failed; it can be tried again. */
export function ErrorState({ title, error, onRetry }: ErrorStateProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.state} role="alert">
      <p className={classes.title}>{title}</p>
      <RequestId id={readProblem(error).requestId} />
      {onRetry && (
        <Button variant="default" onClick={() => onRetry()}>
          {t('actions.retry')}
        </Button>
      )}
    </div>
  );
}

/** Holds a place while its content loads. Appears after 200 ms, so that a fast answer does not flash. */
export function Skeleton({ width = '100%', height = 14 }: { width?: number | string; height?: number }) {
  return <span className={classes.skeleton} style={{ width, height }} />;
}

/** Tells a screen reader what the skeleton shows to others. */
export function LoadingNote() {
  const { t } = useTranslation();
  return (
    <span className="visually-hidden" role="status">
      {t('app.loading')}
    </span>
  );
}

/** Says that the data is older than it should be, as the last refresh has failed. */
export function StaleNote({ onRetry }: { onRetry: () => unknown }) {
  const { t } = useTranslation();
  return (
    <span className={classes.stale} role="status">
      {t('list.stale')}
      <button type="button" onClick={() => onRetry()}>
        {t('actions.retry')}
      </button>
    </span>
  );
}
