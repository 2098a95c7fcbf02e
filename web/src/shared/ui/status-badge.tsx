import type { ReactNode } from 'react';
import classes from './status-badge.module.css';

export type Tone = 'info' | 'success' | 'warning' | 'danger' | 'neutral';

/** A status in words on the colours of its tone; the colour never stands alone. */
export function StatusBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {children}
    </span>
  );
}
