import { MINUTE } from './time.ts';

/** Writes a line to the terminal. */
export type Log = (line: string) => void;

/** Writes the same line at most once a minute, and then how often it was left out. `now` is in milliseconds. */
export function throttled(write: Log, now: () => number = () => performance.now()): Log {
  const written = new Map<string, { at: number; more: number }>();
  return (line) => {
    const last = written.get(line);
    if (last !== undefined && now() - last.at < MINUTE) {
      last.more += 1;
      return;
    }
    write(last?.more ? `${line} (${last.more} more times since)` : line);
    written.set(line, { at: now(), more: 0 });
  };
}
