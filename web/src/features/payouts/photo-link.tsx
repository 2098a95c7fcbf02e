import { useTranslation } from 'react-i18next';
import type { PayoutDetail } from '@/api/payouts';
import classes from './payouts.module.css';

/** The proof, by its name where it has one. */
export function PhotoLink({ photo }: { photo: PayoutDetail['photo'] }) {
  const { t } = useTranslation();
  if (!photo) return t('payouts.noPhoto');
  return (
    <a className={classes.photo} href={photo.url} target="_blank" rel="noreferrer">
      {photo.name || t('payouts.openPhoto')}
    </a>
  );
}
