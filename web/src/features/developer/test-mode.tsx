import { useState } from 'react';
import { useNavigate } from 'react-router';
import { appealColumns, orderColumns, payoutColumns } from '@/acts/test-mode/columns';
import classes from '@/acts/test-mode/test-mode.module.css';
import { texts, useTexts } from '@/acts/test-mode/texts';
import { getTestAppeals, getTestOrders, getTestPayouts } from '@/api/test-mode';
import { paths } from '@/shared/lib/paths';
import { listSection } from '@/shared/section/list-section';
import { FilterButtons } from '@/shared/ui/filter-buttons';

const Orders = listSection({
  name: 'testOrders',
  call: getTestOrders,
  pageSize: 10,
  columns: () => orderColumns(texts),
  live: 'first page',
});

const Payouts = listSection({
  name: 'testPayouts',
  call: getTestPayouts,
  pageSize: 10,
  columns: () => payoutColumns(texts),
  live: 'first page',
});

const Appeals = listSection({
  name: 'testAppeals',
  call: getTestAppeals,
  pageSize: 10,
  columns: () => appealColumns(texts),
  live: 'first page',
});

const KINDS = { orders: Orders, payouts: Payouts, appeals: Appeals };
type Kind = keyof typeof KINDS;

/** The test world: what the merchant's server has made with test keys, and what happens to it. */
export function Component() {
  const t = useTexts();
  const navigate = useNavigate();
  const [kind, setKind] = useState<Kind>('orders');
  const List = KINDS[kind];
  const choose = (next: Kind) => {
    setKind(next);
    // The page was one of the other list.
    void navigate(paths.developerPart('test'), { replace: true });
  };
  return (
    <div className={classes.world}>
      <p className={classes.note}>{t('testMode:note')}</p>
      <FilterButtons
        label={t('testMode:what')}
        value={kind}
        options={(['orders', 'payouts', 'appeals'] as const).map((value) => ({
          value,
          label: t(`testMode:kinds.${value}`),
        }))}
        onChange={choose}
      />
      <List />
    </div>
  );
}
