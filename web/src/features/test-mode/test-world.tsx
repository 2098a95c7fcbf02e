import { Button } from '@mantine/core';
import { type ComponentType, createElement } from 'react';
import { Outlet, useLocation } from 'react-router';
import classes from '@/acts/test-mode/test-mode.module.css';
import { useTexts } from '@/acts/test-mode/texts';
import { switchTestMode } from '@/shared/lib/test-mode';
import { paths } from '@/shared/lib/paths';
import { AppealPage, OrderPage, PayoutPage } from './details';
import { AppealList, OrderList, PayoutList } from './lists';

/** The sections that the test world has its own of. */
const SECTIONS = new Map<string, { List: ComponentType; Page: ComponentType }>([
  [paths.orders, { List: OrderList, Page: OrderPage }],
  [paths.payouts, { List: PayoutList, Page: PayoutPage }],
  [paths.appeals, { List: AppealList, Page: AppealPage }],
]);

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** What the merchant's server has made with test keys, in the place of what is live, with an edge that says so. */
export default function TestWorld() {
  const t = useTexts();
  const [, section = '', id = ''] = useLocation().pathname.split('/');
  const own = SECTIONS.get(`/${section}`);
  return (
    <div className={classes.world}>
      <div className={classes.note} role="note">
        <span>{own ? t('testMode:isOn') : t('testMode:isLive')}</span>
        <Button size="xs" variant="default" onClick={() => switchTestMode(false)}>
          {t('testMode:off')}
        </Button>
      </div>
      {own ? createElement(ID.test(id) ? own.Page : own.List) : <Outlet />}
    </div>
  );
}
