import type { InboxWhat } from '@kantor/contract/plain/inbox.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { NAMESPACES } from '@/shared/i18n/inbox';
import classes from './inbox.module.css';

/** Which line of the inbox a list shows, and the way to all of it. */
export default function WaitingFilter({ what, onEnd }: { what: InboxWhat; onEnd: () => void }) {
  const { t } = useTranslation(NAMESPACES);
  return (
    <p className={classes.only}>
      <span>{t('inbox:only', { what: t(`inbox:what.${what}`) })}</span>
      <Button size="xs" variant="default" onClick={onEnd}>
        {t('inbox:all')}
      </Button>
    </p>
  );
}
