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
const PLACES: Readonly<Record<InboxWhat, { one: (id: string) => string; several: string }>> = {
  orders_ending: { one: paths.order, several: paths.activeOrders('') },
  orders_claimed: { one: paths.order, several: paths.activeOrders('') },
  phones_silent: { one: paths.cabinet, several: paths.cabinets },
  messages_to_sort: { one: paths.messagesToSort, several: paths.messagesToSort() },
  appeals: { one: paths.appeal, several: paths.appeals },
  appeals_declined: { one: paths.appeal, several: paths.appeals },
  requisites_paused: { one: paths.requisite, several: paths.requisites },
  limits_reached: { one: paths.requisite, several: paths.requisites },
  keys_expiring: { one: () => paths.developerPart('keys'), several: paths.developerPart('keys') },
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
  const { one, several } = PLACES[what];
  return (
    <WaitingItem
      to={count === 1 ? one(id) : several}
      count={count}
      what={t(`inbox:what.${what}`)}
      note={
        <>
          {sum !== null && <span>{inRub(sum)}</span>}
          {since !== null && <Oldest since={since} />}
          {until !== null && <TimeLeft until={until} />}
        </>
      }
    />
  );
}

function Oldest({ since }: { since: string }) {
  const { t } = useTranslation(NAMESPACES);
  return <span>{t('inbox:oldest', { age: formatAge(t, useServerNow() - Date.parse(since)) })}</span>;
}
