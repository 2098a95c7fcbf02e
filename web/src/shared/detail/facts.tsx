import type { ReactNode } from 'react';
import classes from './facts.module.css';
import { Boundary, Made } from '../ui/boundary';
import { LoadingNote, Skeleton } from '../ui/states';

/** A value that reaches into its object is a function: should the object not be there, the value's place is spoilt and no other. */
export type Fact = readonly [label: string, value: ReactNode | (() => ReactNode)];

/** A titled card. */
export function Card({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <section className={classes.card}>
      {title !== undefined && <h2>{title}</h2>}
      <Boundary>{children}</Boundary>
    </section>
  );
}

/** Label and value pairs, for a card that has more in it. */
export function FactsList({ facts, isLead = false }: { facts: readonly Fact[]; isLead?: boolean }) {
  return (
    <dl className={isLead ? classes.lead : classes.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <Boundary>{typeof value === 'function' ? <Made by={value} /> : value}</Boundary>
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface FactsCardProps {
  title?: string;
  /** They stand first, beside each other, the very first the largest. */
  lead?: readonly Fact[];
  facts: readonly Fact[];
}

/** Label and value pairs in a card. */
export function FactsCard({ title, lead, facts }: FactsCardProps) {
  return (
    <Card {...(title !== undefined && { title })}>
      {lead && <FactsList facts={lead} isLead />}
      <FactsList facts={facts} />
    </Card>
  );
}

const SKELETON_FACTS = 7;

/** The shape of a detail page before its item has come. */
export function FactsSkeleton() {
  return (
    <section className={classes.card} aria-busy="true">
      <LoadingNote />
      <dl className={classes.facts}>
        {Array.from({ length: SKELETON_FACTS }, (_, index) => (
          <div key={index}>
            <dt>
              <Skeleton width="60%" />
            </dt>
            <dd>
              <Skeleton width={`${35 + ((index * 17) % 30)}%`} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
