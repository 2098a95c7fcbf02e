import { useTranslation } from 'react-i18next';
import type { PayoutDetail } from '@/api/payouts';
import classes from './payouts.module.css';

/** The proof: a file with its name, or, from a server that sends no more than that, its address. */
type Photo = PayoutDetail['photo'] | string;

export function PhotoLink({ photo }: { photo: Photo }) {
  const { t } = useTranslation();
  if (!photo) return t('payouts.noPhoto');
  const { url, name } = typeof photo === 'string' ? { url: photo, name: t('payouts.openPhoto') } : photo;
  return (
    <a className={classes.photo} href={url} target="_blank" rel="noreferrer">
      {name}
    </a>
  );
}
