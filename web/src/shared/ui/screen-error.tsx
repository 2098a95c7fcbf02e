import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { EmptyState } from './states';

/** Stands in the place of a screen whose code could not be loaded or has failed. The shell stays. */
export function ScreenError() {
  const { t } = useTranslation();
  return (
    <div role="alert">
      <EmptyState title={t('errors.screen')} hint={t('errors.screenHint')}>
        <Button variant="default" onClick={() => location.reload()}>
          {t('actions.reload')}
        </Button>
      </EmptyState>
    </div>
  );
}
