import { Button } from '@mantine/core';
import { useGetAlertsQuery, useTestAlertsMutation } from '@/api/alerts';
import { useAction } from '@/shared/action/use-action';
import settings from '@/shared/settings/settings.module.css';
import { ScreenTitle } from '@/shared/ui/screen-title';
import { ErrorState, Skeleton } from '@/shared/ui/states';
import { toast } from '@/shared/ui/toast';
import { Browsers } from './browsers';
import { Choices } from './choices';
import { Telegram } from './telegram';
import { useTexts } from './texts';

/** What calls the person who does not look: where, about what and when. */
export function Component() {
  const t = useTexts();
  const { currentData: alerts, isError, error, refetch } = useGetAlertsQuery();
  return (
    <div className={settings.screen}>
      <ScreenTitle>{t('alerts:title')}</ScreenTitle>
      <h1>{t('alerts:title')}</h1>
      <p className={settings.text}>{t('alerts:intro')}</p>
      {!alerts && isError && <ErrorState title={t('alerts:notFound')} error={error} onRetry={refetch} />}
      {!alerts && !isError && <Skeleton />}
      {alerts && (
        <div className={settings.cards}>
          <Browsers alerts={alerts} />
          <Telegram alerts={alerts} />
          <Choices alerts={alerts} />
          <div className={settings.actions}>
            <Test />
          </div>
        </div>
      )}
    </div>
  );
}

function Test() {
  const t = useTexts();
  const [test] = useTestAlertsMutation();
  const run = useAction(test, {
    failure: t('alerts:failed'),
    onSuccess: ({ sent }) =>
      sent === 0 ? toast.failure(t('alerts:nowhere')) : toast.success(t('alerts:tested', { n: sent })),
  });
  return (
    <Button variant="default" onClick={() => void run()}>
      {t('alerts:test')}
    </Button>
  );
}
