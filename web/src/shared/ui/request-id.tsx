import { useTranslation } from 'react-i18next';
import { CopyButton } from './copy-button';
import classes from './request-id.module.css';

/** The id under which the server has logged its fault: what a person tells the operator. Nothing without one. */
export function RequestId({ id }: { id: string | undefined }) {
  const { t } = useTranslation();
  if (id === undefined) return null;
  return (
    <p className={classes.id}>
      {t('errors.requestId')} <code>{id}</code>
      <CopyButton value={id} subject={t('errors.requestIdSubject')} />
    </p>
  );
}
