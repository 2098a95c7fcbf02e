import type { ReactNode } from 'react';
import classes from './platform.module.css';

/** A cell of a wide table: what it is about, and under it what belongs to that. */
export function TwoLines({ below, children }: { below: ReactNode; children: ReactNode }) {
  return (
    <>
      {children} <small className={classes.below}>{below}</small>
    </>
  );
}
