import { after, MINUTE, moscowTime } from '../../kernel/clock.ts';

/** A phone that has been silent for so long is offline. */
export const OFFLINE_AFTER_MS = 2 * MINUTE;

/** Whether a phone that was last seen then is offline now; one that never was is. */
export const isOffline = (lastSeenAt: Date | null, at: Date): boolean =>
  lastSeenAt === null || lastSeenAt <= after(at, -OFFLINE_AFTER_MS);

/** Tells the trader why their phone is offline. */
export const offlineReason = (lastSeenAt: Date | null, at: Date): string =>
  lastSeenAt === null
    ? 'Телефон не подключён: покажите ему QR-код кабинета'
    : `Телефон молчит с ${moscowTime(lastSeenAt, at)}: проверьте, что он включён и в сети`;
