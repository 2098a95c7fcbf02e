import { ALERT_CHANNELS, isReport, USUAL_REPORT_HOUR } from '@kantor/contract/plain/alerts.ts';
import type { AlertSettings } from './service.ts';
import type { QuietHours } from './store/settings.ts';

const MINUTES_AN_HOUR = 60;

const twoDigits = (n: number) => String(n).padStart(2, '0');
const toTime = (minute: number) =>
  `${twoDigits(Math.floor(minute / MINUTES_AN_HOUR))}:${twoDigits(minute % MINUTES_AN_HOUR)}`;
const toMinute = (time: string) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * MINUTES_AN_HOUR + minutes;
};

export const quietOf = (sent: { from: string; to: string } | null): QuietHours | undefined =>
  sent === null ? undefined : { from: toMinute(sent.from), to: toMinute(sent.to) };

export function toSettings(
  { choices, quiet, report, pushKey, channels, bot }: AlertSettings,
  { sessionId, nameBrowser }: { sessionId: string; nameBrowser: (userAgent: string | null) => string | null },
) {
  const chat = channels.find(({ kind }) => kind === 'telegram');
  return {
    kinds: choices.map(({ kind, isOn, sounds, channels: to }) => ({
      kind,
      is_on: isOn,
      sounds,
      ...(isReport(kind) && { channels: [...(to ?? ALERT_CHANNELS)] }),
    })),
    quiet_hours: quiet ? { from: toTime(quiet.from), to: toTime(quiet.to) } : null,
    report_hour: report?.hour ?? USUAL_REPORT_HOUR,
    push_key: pushKey,
    browsers: channels
      .filter(({ kind }) => kind === 'push')
      .map((channel) => ({
        id: channel.id,
        browser: nameBrowser(channel.userAgent),
        since: channel.createdAt,
        is_current: channel.sessionId === sessionId,
      })),
    telegram: { bot, linked: chat ? { id: chat.id, since: chat.createdAt } : null },
  };
}
