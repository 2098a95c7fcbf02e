import { DASH } from '../lib/format-amount';
import { middleEllipsis, wholeId } from '../lib/format-id';
import { CopyButton } from './copy-button';
import classes from './short-id.module.css';

/** A long id or hash: monospace, shortened in the middle, whole in its tip, copyable. */
export function ShortId({ value, subject }: { value: string; subject: string }) {
  if (wholeId(value) === '') return DASH;
  return (
    <span className={classes.id}>
      <code title={value}>{middleEllipsis(value)}</code>
      <CopyButton value={value} subject={subject} />
    </span>
  );
}

/** The same as part of a row's link, without a button of its own. */
export function IdText({ value }: { value: string }) {
  return <code title={wholeId(value)}>{middleEllipsis(value)}</code>;
}
