import { Button } from '@mantine/core';
import { useState } from 'react';
import { type Alerts, useAddPushBrowserMutation } from '@/api/alerts';
import { useAction } from '@/shared/action/use-action';
import { formatDateTime } from '@/shared/lib/format-date';
import { Card } from '@/shared/settings/card';
import settings from '@/shared/settings/settings.module.css';
import { StatusBadge } from '@/shared/ui/status-badge';
import { toast } from '@/shared/ui/toast';
import { RemoveChannel } from './remove-channel';
import { obstacle, subscribe } from './subscribe';
import { useTexts } from './texts';

/** The browsers that are called, and whether this one is. */
export function Browsers({ alerts: { browsers, push_key: key } }: { alerts: Alerts }) {
  const t = useTexts();
  const hindered = obstacle();
  const isOn = browsers.some(({ is_current: isCurrent }) => isCurrent);
  return (
    <Card
      title={t('alerts:browsers.title')}
      text={hindered === undefined ? t('alerts:browsers.text') : t(`alerts:browsers.${hindered}`)}
      {...(hindered === undefined && !isOn && { actions: <AddThis serverKey={key} /> })}
    >
      {browsers.length > 0 && (
        <ul className={settings.list}>
          {browsers.map((browser) => (
            <One key={browser.id} {...browser} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function One({ id, browser, since, is_current: isCurrent }: Alerts['browsers'][number]) {
  const t = useTexts();
  const name = browser ?? t('alerts:browsers.unknown');
  const time = formatDateTime(since);
  return (
    <li>
      <div>
        <span className={settings.name}>
          {name} {isCurrent && <StatusBadge tone="success">{t('alerts:browsers.current')}</StatusBadge>}
        </span>
        <span className={settings.when}>{t('alerts:browsers.since', { time })}</span>
      </div>
      <RemoveChannel
        id={id}
        label={t('alerts:browsers.removeOf', { browser: name, time })}
        text={t('alerts:browsers.remove')}
      />
    </li>
  );
}

function AddThis({ serverKey }: { serverKey: string }) {
  const t = useTexts();
  const [isAsking, setAsking] = useState(false);
  const [add] = useAddPushBrowserMutation();
  const run = useAction(add, { success: t('alerts:browsers.added'), failure: t('alerts:failed') });
  const ask = async () => {
    setAsking(true);
    try {
      const subscription = await subscribe(serverKey);
      if (subscription) await run(subscription);
      else toast.failure(t('alerts:browsers.refused'));
    } catch {
      toast.failure(t('alerts:failed'));
    } finally {
      setAsking(false);
    }
  };
  return (
    <Button loading={isAsking} onClick={() => void ask()}>
      {t('alerts:browsers.add')}
    </Button>
  );
}
