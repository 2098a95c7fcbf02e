import type { InboxWhat } from '@kantor/contract/plain/inbox.ts';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { NAMESPACES } from '@/shared/i18n/inbox';
import { formatCount } from '@/shared/lib/format-amount';
import { paths } from '@/shared/lib/paths';
import type { SectionName } from '@/session/sections';
import classes from './inbox-count.module.css';
import { useInbox } from './use-inbox';

/** The section in which each is seen to. */
const SECTION_OF: Readonly<Record<InboxWhat, SectionName>> = {
  orders_ending: 'orders',
  orders_claimed: 'orders',
  phones_silent: 'cabinets',
  messages_to_sort: 'notifications',
  appeals: 'appeals',
  appeals_declined: 'appeals',
  batches_waiting: 'payouts',
  requisites_paused: 'requisites',
  limits_reached: 'requisites',
  webhooks_failing: 'developer',
  keys_expiring: 'developer',
};

/** How much asks for a hand in a section, beside its name in the menu. */
export default function InboxCount({ section }: { section: SectionName }) {
  const { t } = useTranslation(NAMESPACES);
  const items = useInbox()?.items.filter(({ what }) => SECTION_OF[what] === section) ?? [];
  const count = items.reduce((sum, item) => sum + item.count, 0);
  const navigate = useNavigate();
  if (count === 0) return null;
  // The name leads to the section, the number to what it counts.
  const toWaiting = (event: MouseEvent) => {
    if (section !== 'notifications' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    void navigate(paths.messagesToSort());
  };
  return (
    <span className={classes.count} role="presentation" onClick={toWaiting}>
      <span aria-hidden="true">{formatCount(count)}</span>
      <span className="visually-hidden">{t('inbox:badge', { n: formatCount(count) })}</span>
    </span>
  );
}
