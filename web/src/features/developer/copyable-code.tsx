import { CopyButton } from '@/shared/ui/copy-button';
import classes from './webhooks.module.css';

/** A value of a machine: whole, however long, with a button that copies it. */
export function CopyableCode({ value, subject }: { value: string; subject: string }) {
  return (
    <span className={classes.copied}>
      <code>{value}</code>
      <CopyButton value={value} subject={subject} />
    </span>
  );
}
