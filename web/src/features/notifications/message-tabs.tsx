import { NavLink } from 'react-router';
import { useMatchTexts } from '@/shared/i18n/match';
import { formatCount } from '@/shared/lib/format-amount';
import { paths } from '@/shared/lib/paths';
import { useInbox } from '@/session/inbox/use-inbox';
import classes from './message-tabs.module.css';

/** What waits for a person, and all messages. Nothing where the server tells of nothing that waits. */
export function MessageTabs() {
  const t = useMatchTexts();
  const inbox = useInbox();
  if (inbox === undefined) return null;
  const count = inbox.items.find(({ what }) => what === 'messages_to_sort')?.count ?? 0;
  return (
    <nav className={classes.tabs} aria-label={t('match:tabs.label')}>
      <NavLink to={paths.messagesToSort()}>
        {count === 0 ? t('match:tabs.toSort') : t('match:tabs.toSortOf', { n: formatCount(count) })}
      </NavLink>
      <NavLink end to={paths.notifications}>
        {t('match:tabs.all')}
      </NavLink>
    </nav>
  );
}
