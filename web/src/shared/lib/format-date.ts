import { DASH } from './format-amount';

/** Moscow's clock is three hours ahead of UTC, all year round. */
const AHEAD_MS = 3 * 3_600_000;

/** `2026-01-02T00:30`: Moscow's calendar and clock. `Intl` would load its tables of time zones while the first screen waits. */
function moscow(iso: string | null | undefined): string | undefined {
  const date = new Date(Date.parse(iso ?? '') + AHEAD_MS);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** An ISO moment as Moscow's calendar and clock show it: `02.01.2026, 00:30`; a dash when there is none. */
export function formatDateTime(iso: string | null | undefined): string {
  const text = moscow(iso);
  return text ? `${text.slice(8, 10)}.${text.slice(5, 7)}.${text.slice(0, 4)}, ${text.slice(11, 16)}` : DASH;
}

/** The Moscow time of an ISO moment: `00:30`. */
export function formatTime(iso: string | null | undefined): string {
  return moscow(iso)?.slice(11, 16) ?? DASH;
}

const two = (value: number) => String(value).padStart(2, '0');

/** A span in milliseconds as minutes and seconds, `02:18`, or `1:02:18` from an hour up; never below zero. */
export function formatTimeLeft(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return seconds >= 3600 ? `${Math.floor(seconds / 3600)}:${rest}` : rest;
}

/** The day of Moscow's calendar at an ISO moment: `2026-01-02`. */
export const moscowDay = (iso: string): string => moscow(iso)?.slice(0, 10) ?? '';
