import { Fragment, type ReactNode } from 'react';
import classes from './dialog.module.css';

/** What a question repeats before money leaves, each under its name. */
export function Agreed({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={classes.agreed}>
      {facts.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
