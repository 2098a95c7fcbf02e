import { useTranslation } from 'react-i18next';
import { useGetUnreadBanksQuery } from '@/api/notifications';
import { useUser } from '@/session/use-user';
import classes from './unread-banks.module.css';

/** The clock alone changes it, and no event tells. */
const ASKED_EVERY_MS = 60_000;

/** Banks of the trader's requisites whose messages are read less than usual; mostly nothing. */
export function UnreadBanks() {
  const { t } = useTranslation();
  // A server of the specification alone says nothing of rights, nor of this.
  const isTold = useUser()?.rights?.includes('messages.read') ?? false;
  const { data } = useGetUnreadBanksQuery(undefined, { pollingInterval: ASKED_EVERY_MS, skip: !isTold });
  if (!Array.isArray(data) || data.length === 0) return null;
  const names = data.map(({ name }) => name).join(', ');
  return (
    <p className={classes.notice} role="status">
      <strong>{t(`unreadBanks.${data.length === 1 ? 'one' : 'many'}`, { names })}</strong> {t('unreadBanks.help')}
    </p>
  );
}
