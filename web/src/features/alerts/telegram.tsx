import { Button } from '@mantine/core';
import { useState } from 'react';
import { type Alerts, type TelegramLink, useStartTelegramMutation } from '@/api/alerts';
import { useAction } from '@/shared/action/use-action';
import { formatDateTime, formatTime } from '@/shared/lib/format-date';
import { Card } from '@/shared/settings/card';
import settings from '@/shared/settings/settings.module.css';
import { RemoveChannel } from './remove-channel';
import { useTexts } from './texts';

/** The chat that is told the same. */
export function Telegram({ alerts: { telegram } }: { alerts: Alerts }) {
  const t = useTexts();
  const { bot, linked } = telegram;
  if (bot === null) return <Card title={t('alerts:telegram.title')} text={t('alerts:telegram.none')} />;
  return (
    <Card
      title={t('alerts:telegram.title')}
      text={t('alerts:telegram.text')}
      state={linked ? t('alerts:telegram.linked', { time: formatDateTime(linked.since) }) : undefined}
      actions={linked ? <RemoveChannel id={linked.id} text={t('alerts:telegram.unlink')} /> : <Link bot={bot} />}
    />
  );
}

function Link({ bot }: { bot: string }) {
  const t = useTexts();
  const [link, setLink] = useState<TelegramLink>();
  const [start] = useStartTelegramMutation();
  const run = useAction(start, { failure: t('alerts:failed'), onSuccess: setLink });
  if (link === undefined) {
    return (
      <Button variant="default" onClick={() => void run()}>
        {t('alerts:telegram.link')}
      </Button>
    );
  }
  return (
    <>
      <Button component="a" href={link.url} target="_blank" rel="noreferrer">
        {t('alerts:telegram.open', { bot })}
      </Button>
      <p className={settings.text}>{t('alerts:telegram.hint', { time: formatTime(link.expires_at) })}</p>
    </>
  );
}
