import { DASH } from '@/shared/lib/format-amount';
import { CopyButton } from '@/shared/ui/copy-button';
import classes from './payouts.module.css';

/** A value for a bank's form: whole, with a button that copies it. */
export function CopyableText({ value, subject }: { value: string | undefined; subject: string }) {
  if (!value) return DASH;
  return (
    <span className={classes.copied}>
      {value}
      <CopyButton value={value} subject={subject} />
    </span>
  );
}
