import { PAGE_SIZES } from '@kantor/contract/plain/pages.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatCount } from '../lib/format-amount';
import type { Paging } from '../list/use-list-params';
import { ChevronLeftIcon, ChevronRightIcon } from '../ui/icons';
import { pageItems } from './page-items';
import classes from './pager.module.css';

interface PagerProps {
  list: Paging;
  pages: number;
  /** Between them. */
  children?: ReactNode;
}

/** Page size, and pages as real links. */
export function Pager({ list, pages, children }: PagerProps) {
  const { t } = useTranslation();
  const current = Math.min(list.page, pages);
  return (
    <div className={classes.pager}>
      <label className={classes.size}>
        <select value={list.pageSize} onChange={(event) => list.setPageSize(Number(event.currentTarget.value))}>
          {PAGE_SIZES.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </select>
        {t('list.pageSize')}
      </label>
      {children}
      <nav className={classes.pages} aria-label={t('list.pages')}>
        <Step list={list} to={current - 1} pages={pages} label={t('list.previous')}>
          <ChevronLeftIcon />
        </Step>
        {pageItems(current, pages).map((page, index) =>
          page === undefined ? (
            <span key={`gap-${index}`} className={classes.gap} aria-hidden="true">
              {'…'}
            </span>
          ) : (
            <Link
              key={page}
              className={classes.page ?? ''}
              to={list.addressOfPage(page)}
              aria-label={t('list.page', { page })}
              aria-current={page === current ? 'page' : undefined}
            >
              {formatCount(page)}
            </Link>
          ),
        )}
        <Step list={list} to={current + 1} pages={pages} label={t('list.next')}>
          <ChevronRightIcon />
        </Step>
      </nav>
    </div>
  );
}

interface StepProps {
  list: Paging;
  to: number;
  pages: number;
  label: string;
  children: ReactNode;
}

function Step({ list, to, pages, label, children }: StepProps) {
  if (to < 1 || to > pages) {
    return (
      <span className={classes.page} aria-disabled="true">
        {children}
      </span>
    );
  }
  return (
    <Link className={classes.page ?? ''} to={list.addressOfPage(to)} aria-label={label}>
      {children}
    </Link>
  );
}
