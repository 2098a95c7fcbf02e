import { Link } from 'react-router';
import { titleId } from '../lib/format-id';
import classes from './entries.module.css';

/** The way to what money moved for: the page of objects whose name the reason begins with, where there is one. */
export function ObjectLink({
  reason,
  id,
  pages,
}: {
  reason: string;
  id: string | undefined;
  pages: Readonly<Record<string, (id: string) => string>>;
}) {
  const path = pages[reason.split('_')[0] ?? ''];
  return (
    path &&
    id !== undefined && (
      <Link className={classes.object ?? ''} to={path(id)}>
        {titleId(id)}
      </Link>
    )
  );
}
