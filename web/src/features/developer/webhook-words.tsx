import { Link } from 'react-router';
import type { WebhookRow } from '@/api/webhooks';
import { useUser } from '@/session/use-user';
import ru from '@/shared/i18n/webhooks.ru.json';
import { paths } from '@/shared/lib/paths';
import { IdText } from '@/shared/ui/short-id';
import { useTexts } from './texts';
import { Status } from '@/shared/ui/status';
import { StatusBadge } from '@/shared/ui/status-badge';

type Known = keyof typeof ru.type;

const isKnown = (name: string): name is Known => Object.hasOwn(ru.type, name);

/** `order.closed` in words; one that is new to this build as it came. */
export function useTypeName(): (type: string) => string {
  const t = useTexts();
  return (type) => {
    const name = type.replace('.', '_');
    return isKnown(name) ? t(`webhooks:type.${name}`) : type;
  };
}

/** What it tells of, and whether that was in the test mode or to try the endpoint. */
export function WebhookType({ type, isTest = false }: { type: string; isTest?: boolean }) {
  const t = useTexts();
  const name = useTypeName()(type);
  if (!isTest) return name;
  return (
    <>
      {name} <StatusBadge tone="warning">{t('webhooks:journal.test')}</StatusBadge>
    </>
  );
}

const PAGES: Partial<Record<string, (id: string) => string>> = {
  order: paths.order,
  payout: paths.payout,
  withdrawal: paths.withdrawal,
  appeal: paths.appeal,
  // All figures stand on one page.
  report: () => paths.analytics,
};

/** The way to what the webhook is about, where this merchant has a page of it. */
export function ObjectLink({ type, id }: { type: string; id: string }) {
  const hasPayouts = useUser()?.payout_enable ?? false;
  const object = type.split('.')[0] ?? '';
  const page = object === 'payout' && !hasPayouts ? undefined : PAGES[object];
  const text = <IdText value={id} />;
  return page ? <Link to={page(id)}>{text}</Link> : text;
}

/** One that waits although it was tried has met a failure. */
export function WebhookStatusBadge({ webhook }: { webhook: WebhookRow }) {
  const isRetried = webhook.status === 'PENDING' && webhook.attempts > 0;
  return <Status kind="webhook" of={webhook} tone={isRetried ? 'warning' : undefined} />;
}
