import { type Amount, usdtInColumn } from '../lib/format-amount';
import classes from './entries.module.css';

const isMinus = (amount: Amount): boolean => String(amount).startsWith('-');

/** An amount with its sign: a plus is said, too. */
export const signed = (amount: Amount): string => (isMinus(amount) ? usdtInColumn(amount) : `+${usdtInColumn(amount)}`);

/** What came is green, what went is ink. */
export function SignedSum({ amount }: { amount: Amount }) {
  return (
    <span data-plus={!isMinus(amount) || undefined} className={classes.sum}>
      {signed(amount)}
    </span>
  );
}
