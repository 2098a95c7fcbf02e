import type { TFunction } from 'i18next';
import type { Cabinet } from '@/api/cabinets';
import { formatDateTime, formatTime } from '@/shared/lib/format-date';
import { serverNow } from '@/shared/lib/server-clock';

/** Why the platform has taken the cabinet over, and what that means; undefined when the server does not say. */
export function offlineReason(t: TFunction, cabinet: Cabinet): { reason: string; help: string } | undefined {
  const since = cabinet.last_heard_at;
  if (since === undefined) return undefined;
  if (since === null) return { reason: t('cabinets.neverHeard'), help: t('cabinets.neverHeardHelp') };
  return { reason: t('cabinets.silentSince', { since: formatSince(since) }), help: t('cabinets.silentHelp') };
}

/** The time alone while it is of today. */
function formatSince(since: string): string {
  const [day] = formatDateTime(since).split(',');
  const [today] = formatDateTime(new Date(serverNow()).toISOString()).split(',');
  return day === today ? formatTime(since) : formatDateTime(since);
}
