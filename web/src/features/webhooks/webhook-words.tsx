import { WEBHOOK_STATUS_TEXT, type WebhookStatus } from '@kantor/contract/plain/statuses.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { WebhookRow } from '@/api/webhooks';
import { useUser } from '@/session/use-user';
import { humanStatus } from '@/shared/i18n/human-status';
import ru from '@/shared/i18n/webhooks.ru.json';
import { paths } from '@/shared/lib/paths';
import { IdText } from '@/shared/ui/short-id';
import { StatusBadge, type Tone } from '@/shared/ui/status-badge';
import { toneByText } from '@/shared/ui/tone-by-text';
import { useTexts } from './texts';

type Known = keyof typeof ru.type;

const isKnown = (name: string): name is Known => Object.hasOwn(ru.type, name);

/** `order.closed` in words; one that is new to this build as it came. */
export function WebhookType({ type }: { type: string }) {
  const t = useTexts();
  const name = type.replace('.', '_');
  return isKnown(name) ? t(`webhooks:type.${name}`) : type;
}

const PAGES: Partial<Record<string, (id: string) => string>> = {
  order: paths.order,
  payout: paths.payout,
  withdrawal: paths.withdrawal,
  appeal: paths.appeal,
};

/** The way to what the webhook is about, where this merchant has a page of it. */
export function ObjectLink({ type, id }: { type: string; id: string }) {
  const hasPayouts = useUser()?.payout_enable ?? false;
  const object = type.split('.')[0] ?? '';
  const page = object === 'payout' && !hasPayouts ? undefined : PAGES[object];
  const text = <IdText value={id} />;
  return page ? <Link to={page(id)}>{text}</Link> : text;
}

const tone = toneByText<WebhookStatus>(WEBHOOK_STATUS_TEXT, {
  PENDING: 'info',
  DELIVERED: 'success',
  DEAD: 'danger',
});

/** One that waits although it was tried has met a failure. */
const toneOf = ({ human_status: text, attempts }: WebhookRow): Tone => {
  const plain = tone(text);
  return plain === 'info' && attempts > 0 ? 'warning' : plain;
};

export function WebhookStatusBadge({ webhook }: { webhook: WebhookRow }) {
  const { t } = useTranslation();
  return <StatusBadge tone={toneOf(webhook)}>{humanStatus(t, webhook.human_status)}</StatusBadge>;
}
