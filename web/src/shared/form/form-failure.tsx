import type { ReactNode } from 'react';
import classes from './form-screen.module.css';

/** Over the fields, as long as the last attempt to save has failed. */
export function FormFailure({ children }: { children: ReactNode }) {
  return (
    <p className={classes.failure} role="alert">
      {children}
    </p>
  );
}
