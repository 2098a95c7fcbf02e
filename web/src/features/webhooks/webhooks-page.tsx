import { MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import { apiUrl } from '@/api/url';
import { getWebhook, getWebhooks } from '@/api/webhooks';
import { May } from '@/session/may';
import { paths } from '@/shared/lib/paths';
import { listSection } from '@/shared/list/list-section';
import { ScreenTitle } from '@/shared/ui/screen-title';
import { ApiKeys } from './api-keys';
import { Endpoint } from './endpoint';
import { Limits } from './limits';
import { texts, useTexts } from './texts';
import { webhookColumns } from './webhook-columns';
import classes from './webhooks.module.css';

/** The server's page for programmers. */
const DOCS = new URL(`${MERCHANT_API_BASE}/docs/`, apiUrl('')).href;

const Journal = listSection({
  name: 'webhooks',
  call: getWebhooks,
  pageSize: 10,
  columns: () => webhookColumns(texts),
  row: { path: paths.webhook, detail: getWebhook, screen: () => import('./webhook-details') },
  live: 'first page',
});

/** The merchant's server: its endpoint, its API keys and the journal of its webhooks. */
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
        <May right="keys.read">
          <ApiKeys />
        </May>
        <Limits />
      </div>
      <Journal />
    </div>
  );
}
