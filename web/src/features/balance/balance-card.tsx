import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Boundary } from '@/shared/ui/boundary';
import { LoadingNote, Skeleton } from '@/shared/ui/states';
import classes from './balance.module.css';

interface BalanceCardProps {
  label: string;
  value: string;
  unit?: string;
  children?: ReactNode;
}

/** One figure of the balance screen. */
export function BalanceCard({ label, value, unit, children }: BalanceCardProps) {
  return (
    <section className={classes.card} aria-label={label}>
      <div>
        <h2 className={classes.label}>{label}</h2>
        <p className={classes.value}>
          {value}
          {unit !== undefined && <span className={classes.unit}>{unit}</span>}
        </p>
      </div>
      <Boundary>{children}</Boundary>
    </section>
  );
}

export function BalanceCards({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  return (
    <div className={classes.cards} data-wide={wide || undefined}>
      {children}
    </div>
  );
}

/** The title row, with the screen's button at the right. */
export function BalanceHeader({ children }: { children?: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className={classes.header}>
      <h1>{t('balance.title')}</h1>
      <Boundary>{children}</Boundary>
    </div>
  );
}

export function BalanceSkeleton({ cards }: { cards: number }) {
  return (
    <div className={classes.screen} aria-busy="true">
      <BalanceHeader />
      <LoadingNote />
      <BalanceCards wide={cards > 3}>
        {Array.from({ length: cards }, (_, index) => (
          <div key={index} className={classes.card}>
            <div className={classes.placeholder}>
              <Skeleton width="40%" />
              <Skeleton width="60%" height={32} />
            </div>
          </div>
        ))}
      </BalanceCards>
    </div>
  );
}
