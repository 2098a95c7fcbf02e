import type { WebhookRow } from '@/api/webhooks';
import { formatCount } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import type { Column } from '@/shared/list/data-table';
import type { Texts } from './texts';
import { ObjectLink, WebhookStatusBadge, WebhookType } from './webhook-words';

export const webhookColumns = (t: Texts): readonly Column<WebhookRow>[] => [
  {
    id: 'type',
    header: t('webhooks:journal.type'),
    card: 'head',
    cell: (webhook) => <WebhookType type={webhook.type} isTest={webhook.is_test} />,
  },
  {
    id: 'object',
    header: t('webhooks:journal.object'),
    interactive: true,
    cell: ({ type, object_id: id }) => <ObjectLink type={type} id={id} />,
  },
  {
    id: 'status',
    header: t('webhooks:journal.status'),
    card: 'badge',
    cell: (webhook) => <WebhookStatusBadge webhook={webhook} />,
  },
  {
    id: 'attempts',
    header: t('webhooks:journal.attempts'),
    align: 'right',
    card: 'end',
    labelled: true,
    cell: ({ attempts }) => formatCount(attempts),
  },
  {
    id: 'created',
    header: t('webhooks:journal.created'),
    card: 'wide',
    labelled: true,
    cell: ({ created_at: at }) => formatDateTime(at),
  },
  {
    id: 'next',
    header: t('webhooks:journal.next'),
    card: 'wide',
    labelled: true,
    cell: ({ next_attempt_at: at }) => formatDateTime(at),
  },
];
