import { useTranslation } from 'react-i18next';
import { ScreenTitle } from './screen-title';
import { ErrorState } from './states';

/** A detail page without an id. */
export function PageNotFound() {
  const { t } = useTranslation();
  return (
    <>
      <ScreenTitle>{t('errors.pageNotFound')}</ScreenTitle>
      <ErrorState title={t('errors.pageNotFound')} />
    </>
  );
}
