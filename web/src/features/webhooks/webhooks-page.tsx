import { useCallback, useMemo } from 'react';
import { usePolling } from '@/api/api';
import { apiUrl } from '@/api/url';
import { useGetWebhooksQuery, usePrefetchWebhook, type WebhookRow } from '@/api/webhooks';
import { shownPage } from '@/shared/lib/paged';
import { paths } from '@/shared/lib/paths';
import { useListParams } from '@/shared/list/use-list-params';
import { PagedTable } from '@/shared/list/paged-table';
import { ScreenTitle } from '@/shared/ui/screen-title';
import { StaleNote } from '@/shared/ui/states';
import { ApiKeys } from './api-keys';
import { Endpoint } from './endpoint';
import { useTexts } from './texts';
import { webhookColumns } from './webhook-columns';
import classes from './webhooks.module.css';

const PREFETCHED_FOR_SECONDS = 30;
/** The server's page for programmers. */
const DOCS = new URL('/merchant/v1/docs/', apiUrl('')).href;

const rowKey = (webhook: WebhookRow) => webhook.id;
const rowHref = (webhook: WebhookRow) => paths.webhook(webhook.id);

/** Everything that a merchant's server has to do with: where it is told, what it signs in with, and what it was told. */
export function Component() {
  const t = useTexts();
  return (
    <div className={classes.screen}>
      <ScreenTitle>{t('sections.webhooks')}</ScreenTitle>
      <div className={classes.header}>
        <h1>{t('sections.webhooks')}</h1>
        <a href={DOCS} target="_blank" rel="noreferrer">
          {t('webhooks:docs')}
        </a>
      </div>
      <div className={classes.settings}>
        <Endpoint />
        <ApiKeys />
      </div>
      <Journal />
    </div>
  );
}

function Journal() {
  const t = useTexts();
  const list = useListParams({ pageSize: 10 });
  const query = useGetWebhooksQuery(list.query, usePolling(list.page === 1));
  const prefetch = usePrefetchWebhook('getWebhook', { ifOlderThan: PREFETCHED_FOR_SECONDS });
  const columns = useMemo(() => webhookColumns(t), [t]);
  const onRowIntent = useCallback(
    (webhook: WebhookRow) => {
      prefetch(webhook.id);
      void import('./webhook-details');
    },
    [prefetch],
  );
  const page = shownPage(query);
  return (
    <section className={classes.section} aria-labelledby="webhooks-journal">
      <div className={classes.head}>
        <h2 id="webhooks-journal">{t('webhooks:journal.title')}</h2>
        <span className={classes.count} aria-live="polite">
          {page ? t('webhooks:journal.count', { n: page.count }) : ''}
        </span>
        {query.isError && page && <StaleNote onRetry={query.refetch} />}
      </div>
      <PagedTable
        label={t('webhooks:journal.title')}
        list={list}
        query={query}
        columns={columns}
        rowKey={rowKey}
        rowHref={rowHref}
        onRowIntent={onRowIntent}
        emptyText={t('webhooks:notFound')}
        errorText={t('webhooks:notFound')}
      />
    </section>
  );
}
