import classes from './logo.module.css';
import { DepositsIcon } from './icons';

/** The product's mark; its name stands beside it. */
export function Logo() {
  return (
    <span className={classes.logo} aria-hidden="true">
      <DepositsIcon />
    </span>
  );
}
