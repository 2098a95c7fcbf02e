import type { ReactNode } from 'react';
import { Card } from '../detail/facts';
import classes from './fields-card.module.css';

/** A titled card of fields, in two columns where there is room. */
export function FieldsCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card title={title}>
      <div className={classes.fields}>{children}</div>
    </Card>
  );
}
