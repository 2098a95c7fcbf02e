import { Button } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { useSpanTexts } from '@/shared/i18n/span';
import classes from './filters.module.css';

interface MoreFiltersProps {
  /** How many of those behind the button are in force. */
  count: number;
  /** Some filter is in force that «Сбросить» takes back. */
  isActive: boolean;
  onReset: () => void;
  children: ReactNode;
}

/** The filters that are seldom wanted, behind a button that says how many of them are in force; in the frame of the others. */
export function MoreFilters({ count, isActive, onReset, children }: MoreFiltersProps) {
  const t = useSpanTexts();
  const [isOpen, setIsOpen] = useState(false);
  const panel = useId();
  return (
    <>
      <div className={classes.commands}>
        <Button variant="default" aria-expanded={isOpen} aria-controls={panel} onClick={() => setIsOpen(!isOpen)}>
          {count > 0 ? t('span:moreOf', { n: count }) : t('span:more')}
        </Button>
        {isActive && (
          <Button variant="subtle" onClick={onReset}>
            {t('span:reset')}
          </Button>
        )}
      </div>
      <div id={panel} hidden={!isOpen} className={classes.more}>
        {isOpen && children}
      </div>
    </>
  );
}
