import type { ReconcileTexts } from '@/shared/i18n/reconcile';
import { readProblem } from '@/shared/lib/problem';
import classes from './reconciliation.module.css';

/** The rows that a file was refused for, each a sentence that names its line and column. */
export function unreadRows(error: unknown): readonly string[] {
  if (readProblem(error).code !== 'unread_rows') return [];
  const { data } = error as { data: { errors?: Record<string, string[]> } };
  return data.errors?.['rows'] ?? [];
}

/** The rows that cannot be read, by line and column; nothing when all can. */
export function UnreadRows({ rows, t }: { rows: readonly string[]; t: ReconcileTexts }) {
  if (rows.length === 0) return null;
  return (
    <div role="alert">
      <p>{t('reconcile:unread.title')}</p>
      <ul className={classes.faults}>
        {rows.map((fault) => (
          <li key={fault}>{fault}</li>
        ))}
      </ul>
    </div>
  );
}
