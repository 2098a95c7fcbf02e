import { useTranslation } from 'react-i18next';
import classes from './full-screen-loader.module.css';

/** All there is to see until the session is known. */
export function FullScreenLoader() {
  const { t } = useTranslation();
  return (
    <div className={classes.loader} role="status" aria-label={t('app.loading')}>
      <span className={classes.ring} />
    </div>
  );
}
