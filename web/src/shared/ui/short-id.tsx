import { middleEllipsis } from '../lib/format-id';
import { CopyButton } from './copy-button';
import classes from './short-id.module.css';

/** A long id or hash: monospace, shortened in the middle, whole in its tip, copyable. */
export function ShortId({ value, subject }: { value: string; subject: string }) {
  return (
    <span className={classes.id}>
      <code title={value}>{middleEllipsis(value)}</code>
      <CopyButton value={value} subject={subject} />
    </span>
  );
}
