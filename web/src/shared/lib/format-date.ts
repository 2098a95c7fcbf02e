import { DASH } from './format-amount';

const dateTime = new Intl.DateTimeFormat('ru-RU', {
  timeZone: 'Europe/Moscow',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

const time = new Intl.DateTimeFormat('ru-RU', { timeZone: 'Europe/Moscow', hour: '2-digit', minute: '2-digit' });

const parse = (iso: string | null | undefined): Date | undefined => {
  const date = new Date(iso ?? '');
  return Number.isNaN(date.getTime()) ? undefined : date;
};

/** An ISO moment as Moscow's calendar and clock show it: `02.01.2026, 00:30`; a dash when there is none. */
export function formatDateTime(iso: string | null | undefined): string {
  const date = parse(iso);
  return date ? dateTime.format(date) : DASH;
}

/** The Moscow time of an ISO moment: `00:30`. */
export function formatTime(iso: string | null | undefined): string {
  const date = parse(iso);
  return date ? time.format(date) : DASH;
}

const two = (value: number) => String(value).padStart(2, '0');

/** A span in milliseconds as minutes and seconds, `02:18`, or `1:02:18` from an hour up; never below zero. */
export function formatTimeLeft(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return seconds >= 3600 ? `${Math.floor(seconds / 3600)}:${rest}` : rest;
}
