import { useMemo } from 'react';
import type { WebhookDetail } from '@/api/webhooks';
import { formatDateTime } from '@/shared/lib/format-date';
import type { Column } from '@/shared/list/data-table';
import { StableTable } from '@/shared/list/stable-table';
import { type Texts, useTexts } from './texts';
import classes from './webhooks.module.css';

type Attempt = WebhookDetail['attempt_history'][number];

const rowKey = ({ started_at: at, duration }: Attempt) => `${at} ${duration}`;

/** Every attempt to deliver, newest first, with what came back. */
export function WebhookAttempts({ attempts }: { attempts: readonly Attempt[] }) {
  const t = useTexts();
  const columns = useMemo(() => attemptColumns(t), [t]);
  return (
    <section className={classes.section} aria-labelledby="webhook-attempts">
      <h2 id="webhook-attempts">{t('webhooks:detail.attempts')}</h2>
      {attempts.length === 0 ? (
        <p className={classes.none}>{t('webhooks:detail.noAttempts')}</p>
      ) : (
        <StableTable
          label={t('webhooks:detail.attempts')}
          columns={columns}
          rows={attempts}
          rowKey={rowKey}
          scope="attempts"
        />
      )}
    </section>
  );
}

const attemptColumns = (t: Texts): readonly Column<Attempt>[] => [
  { id: 'time', header: t('webhooks:detail.time'), card: 'head', cell: ({ started_at: at }) => formatDateTime(at) },
  {
    id: 'duration',
    header: t('webhooks:detail.duration'),
    align: 'right',
    card: 'wide',
    labelled: true,
    cell: ({ duration }) => t('webhooks:detail.ms', { n: duration }),
  },
  {
    id: 'code',
    header: t('webhooks:detail.code'),
    align: 'right',
    card: 'wide',
    labelled: true,
    cell: ({ response_status: status }) => status ?? t('webhooks:detail.noAnswer'),
  },
  { id: 'error', header: t('webhooks:detail.error'), fit: 'wrap', card: 'wide', cell: ({ error }) => error },
  {
    id: 'answer',
    header: t('webhooks:detail.answer'),
    fit: 'wrap',
    card: 'wide',
    cell: ({ response_body: body }) =>
      body !== '' && (
        <pre className={classes.answer} role="region" aria-label={t('webhooks:detail.answer')} tabIndex={0}>
          {body}
        </pre>
      ),
  },
];
