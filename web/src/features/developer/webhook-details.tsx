import { Button } from '@mantine/core';
import { getWebhook, useResendWebhookMutation, type WebhookDetail } from '@/api/webhooks';
import { May } from '@/session/may';
import { formatCount } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { detailScreen } from '@/shared/detail/detail-screen';
import { FactsCard, type Fact } from '@/shared/detail/facts';
import { RawText } from '@/shared/raw/raw-text';
import { ShortId } from '@/shared/ui/short-id';
import { useAction } from '@/shared/action/use-action';
import { CopyableCode } from './copyable-code';
import { type Texts, useTexts } from './texts';
import { WebhookAttempts } from './webhook-attempts';
import { ObjectLink, WebhookStatusBadge, WebhookType } from './webhook-words';
import classes from './webhooks.module.css';

const webhookFacts = (webhook: WebhookDetail, t: Texts): readonly Fact[] => [
  [t('webhooks:journal.type'), <Type key="type" webhook={webhook} />],
  [t('webhooks:journal.object'), <ObjectLink key="object" type={webhook.type} id={webhook.object_id} />],
  [
    t('webhooks:detail.address'),
    <CopyableCode key="address" value={webhook.url} subject={t('webhooks:detail.address')} />,
  ],
  [t('fields.status'), <WebhookStatusBadge key="status" webhook={webhook} />],
  [t('webhooks:journal.attempts'), formatCount(webhook.attempts)],
  [t('webhooks:journal.created'), formatDateTime(webhook.created_at)],
  [t('webhooks:journal.next'), formatDateTime(webhook.next_attempt_at)],
  [t('webhooks:detail.delivered'), formatDateTime(webhook.delivered_at)],
  [t('fields.id'), <ShortId key="id" value={webhook.id} subject={t('fields.id')} />],
];

/** In words, and as the merchant's server sees it. */
function Type({ webhook: { type, is_test: isTest } }: { webhook: WebhookDetail }) {
  return (
    <span className={classes.value}>
      <WebhookType type={type} isTest={isTest} />
      <code className={classes.none}>{type}</code>
    </span>
  );
}

function Resend({ id, isDelivered }: { id: string; isDelivered: boolean }) {
  const t = useTexts();
  const [resend, { isLoading }] = useResendWebhookMutation();
  const run = useAction(resend, {
    success: t('webhooks:detail.resent'),
    failure: t('webhooks:detail.resendFailed'),
  });
  return (
    <Button {...(isDelivered && { variant: 'default' })} loading={isLoading} onClick={() => void run(id)}>
      {t('webhooks:detail.resend')}
    </Button>
  );
}

function Details({ webhook }: { webhook: WebhookDetail }) {
  const t = useTexts();
  return (
    <div className={classes.screen}>
      <FactsCard title={t('fields.info')} facts={webhookFacts(webhook, t)} />
      <WebhookAttempts attempts={webhook.attempt_history} />
      <RawText title={t('webhooks:detail.body')} text={webhook.body} />
    </div>
  );
}

export const { Component, preload } = detailScreen({
  name: 'webhooks',
  call: getWebhook,
  live: true,
  badge: (webhook) => <WebhookStatusBadge webhook={webhook} />,
  actions: (webhook) => (
    <May right="webhooks.edit">
      <Resend key={webhook.id} id={webhook.id} isDelivered={webhook.delivered_at !== null} />
    </May>
  ),
  body: (webhook) => <Details webhook={webhook} />,
});
