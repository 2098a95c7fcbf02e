import classes from './logo.module.css';
import { TransactionsIcon } from './icons';

/** The product's mark; its name stands beside it. */
export function Logo() {
  return (
    <span className={classes.logo} aria-hidden="true">
      <TransactionsIcon />
    </span>
  );
}
