import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatCount } from '@/shared/lib/format-amount';
import classes from './waiting-list.module.css';

/** What asks for a hand, a row each. */
export function WaitingList({ children }: { children: ReactNode }) {
  return <ul className={classes.list}>{children}</ul>;
}

interface WaitingItemProps {
  /** Where it is taken in hand. */
  to: string;
  count: number;
  what: string;
  /** Its sum, its age and the like. */
  note: ReactNode;
}

/** How much of something waits, and the way to it. */
export function WaitingItem({ to, count, what, note }: WaitingItemProps) {
  return (
    <li>
      <Link className={classes.item ?? ''} to={to}>
        <b>{formatCount(count)}</b>
        <span className={classes.what}>{what}</span>
        <span className={classes.note}>{note}</span>
      </Link>
    </li>
  );
}
