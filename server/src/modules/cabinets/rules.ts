import { after, MINUTE, moscowTime } from '../../kernel/clock.ts';

/** A phone is offline so long after its last heartbeat. */
export const OFFLINE_AFTER_MS = 2 * MINUTE;

/** Whether a phone is offline now, by its last heartbeat; without any it is. */
export const isOffline = (lastSeenAt: Date | null, at: Date): boolean =>
  lastSeenAt === null || lastSeenAt <= after(at, -OFFLINE_AFTER_MS);

/** The reason why a phone is offline, for its trader. */
export const offlineReason = (lastSeenAt: Date | null, at: Date): string =>
  lastSeenAt === null
    ? 'Телефон не подключён: покажите ему QR-код кабинета'
    : `Телефон молчит с ${moscowTime(lastSeenAt, at)}: проверьте, что он включён и в сети`;
