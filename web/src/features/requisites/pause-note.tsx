import { useTranslation } from 'react-i18next';
import ReadyNote from '@/session/readiness/ready-note';
import { Link } from 'react-router';
import type { Requisite } from '@/api/requisites';
import { formatDateTime } from '@/shared/lib/format-date';
import { paths } from '@/shared/lib/paths';
import classes from './requisites.module.css';
import { requisiteName } from './requisite-name';

/** Why the requisite is off although nobody switched it off, and the way to the bank's message. */
export function PauseNote({ paused }: { paused: Requisite['paused'] | undefined }) {
  const { t } = useTranslation();
  if (!paused) return null;
  return (
    <p className={classes.pause} role="status">
      <Link to={paths.notification(paused.notification)}>
        {t('requisites.paused', { at: formatDateTime(paused.at) })}
      </Link>
    </p>
  );
}

/** In the list: the same under the name, which is a link already. */
export function NameCell({ requisite }: { requisite: Requisite }) {
  const { t } = useTranslation();
  const { paused } = requisite;
  const why = paused && t('requisites.paused', { at: formatDateTime(paused.at) });
  return (
    <span className={classes.name} data-paused={paused ? '' : undefined}>
      {requisiteName(requisite)}
      {why && (
        <span className={classes.note} title={why}>
          {why}
        </span>
      )}
      <ReadyNote id={requisite.id} isPaused={Boolean(paused)} />
    </span>
  );
}
