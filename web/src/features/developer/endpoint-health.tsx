import type { WebhookEndpoint } from '@/api/webhooks';
import type { Fact } from '@/shared/detail/facts';
import { formatCount } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { StatusBadge } from '@/shared/ui/status-badge';
import type { Texts } from './texts';

const HUNDRED = 100;
/** Only whole success is a hundred. */
const percent = (part: number, all: number) => `${formatCount(Math.floor((part / all) * HUNDRED))}\u00a0%`;

function State({ endpoint: { is_active: isActive, health }, t }: { endpoint: WebhookEndpoint; t: Texts }) {
  if (!isActive) return <StatusBadge tone="neutral">{t('webhooks:health.off')}</StatusBadge>;
  if (health.failing_since !== null) return <StatusBadge tone="danger">{t('webhooks:health.failing')}</StatusBadge>;
  if (health.attempts === 0) return <StatusBadge tone="neutral">{t('webhooks:health.silent')}</StatusBadge>;
  return <StatusBadge tone="success">{t('webhooks:health.well')}</StatusBadge>;
}

/** How an endpoint does: what comes first, and what only matters when something went wrong. */
export function healthFacts(endpoint: WebhookEndpoint, t: Texts): { lead: readonly Fact[]; facts: readonly Fact[] } {
  const { attempts, delivered, p95, ...health } = endpoint.health;
  return {
    lead: [
      [
        t('webhooks:health.share'),
        attempts === 0
          ? '—'
          : t('webhooks:health.of', {
              share: percent(delivered, attempts),
              delivered: formatCount(delivered),
              attempts: formatCount(attempts),
            }),
      ],
      [t('webhooks:health.p95'), p95 === null ? '—' : t('webhooks:detail.ms', { n: p95 })],
      [t('webhooks:health.state'), <State key="state" endpoint={endpoint} t={t} />],
    ],
    facts: [
      ...(health.last_failed_at === null
        ? []
        : [
            [
              t('webhooks:health.lastFailure'),
              `${formatDateTime(health.last_failed_at)} · ${health.last_error ?? ''}`,
            ] as const,
          ]),
      ...(health.next_attempt_at === null
        ? []
        : [[t('webhooks:health.next'), formatDateTime(health.next_attempt_at)] as const]),
    ],
  };
}
