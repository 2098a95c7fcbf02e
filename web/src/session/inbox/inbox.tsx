import type { InboxWhat } from '@kantor/contract/plain/inbox.ts';
import { useTranslation } from 'react-i18next';
import type { InboxItem } from '@/api/inbox';
import { NAMESPACES } from '@/shared/i18n/inbox';
import { inRub } from '@/shared/lib/format-amount';
import { formatAge } from '@/shared/lib/format-age';
import { paths } from '@/shared/lib/paths';
import { useServerNow } from '@/shared/lib/use-now';
import { TimeLeft } from '@/shared/ui/time-left';
import { WaitingItem, WaitingList } from '@/session/inbox/waiting-list';
import classes from './inbox.module.css';
import { useInbox } from './use-inbox';

/** Where one of a kind is taken in hand, and where several are. */
const PLACES: Readonly<Record<InboxWhat, { one: (id: string) => string; list?: string }>> = {
  orders_ending: { one: paths.order, list: paths.orders },
  orders_claimed: { one: paths.order, list: paths.orders },
  phones_silent: { one: paths.cabinet, list: paths.cabinets },
  // The match desk is the list of what it counts; of keys there are few, and those that run out say so.
  messages_to_sort: { one: paths.messagesToSort },
  appeals: { one: paths.appeal, list: paths.appeals },
  appeals_declined: { one: paths.appeal, list: paths.appeals },
  batches_waiting: { one: paths.batch },
  requisites_paused: { one: paths.requisite, list: paths.requisites },
  limits_reached: { one: paths.requisite, list: paths.requisites },
  webhooks_failing: { one: () => paths.developer },
  keys_expiring: { one: () => paths.developerPart('keys') },
};

/** What asks for a hand, the most urgent first, each a way to where it is taken. Nothing while nothing does. */
export default function Inbox() {
  const { t } = useTranslation(NAMESPACES);
  const inbox = useInbox();
  if (!inbox?.items.length) return null;
  return (
    <section className={classes.inbox} aria-labelledby="inbox">
      <h2 id="inbox">{t('inbox:title')}</h2>
      <WaitingList>
        {inbox.items.map((item) => (
          <Item key={item.what} {...item} />
        ))}
      </WaitingList>
    </section>
  );
}

function Item({ what, count, id, since, until, sum }: InboxItem) {
  const { t } = useTranslation(NAMESPACES);
  const { one, list } = PLACES[what];
  return (
    <WaitingItem
      to={count === 1 || list === undefined ? one(id) : `${list}?waiting=${what}`}
      count={count}
      what={t(`inbox:what.${what}`, { count })}
      note={
        <>
          {sum !== null && <span>{inRub(sum)}</span>}
          {since !== null && <Since since={since} isOne={count === 1} />}
          {until !== null && <TimeLeft until={until} />}
        </>
      }
    />
  );
}

/** How long the oldest has waited. */
function Since({ since, isOne }: { since: string; isOne: boolean }) {
  const { t } = useTranslation(NAMESPACES);
  const age = formatAge(t, useServerNow() - Date.parse(since));
  return <span>{isOne ? t('inbox:since', { age }) : t('inbox:oldest', { age })}</span>;
}
