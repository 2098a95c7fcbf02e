import { getWebhook, getWebhooks } from '@/api/webhooks';
import { paths } from '@/shared/lib/paths';
import { listSection } from '@/shared/list/list-section';
import { texts } from './texts';
import { webhookColumns } from './webhook-columns';

/** The journal of webhooks. */
export const Component = listSection({
  name: 'webhooks',
  call: getWebhooks,
  pageSize: 10,
  columns: () => webhookColumns(texts),
  row: { path: paths.webhook, detail: getWebhook, screen: () => import('./webhook-details') },
  live: 'first page',
});
