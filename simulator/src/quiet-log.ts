/** Tells something to whoever watches. */
export type Say = (line: string) => void;

const MINUTE = 60_000;

/** Writes the same line at most once a minute, and then how often it was left out. `now` is in milliseconds. */
export function quietLog(write: Say, now: () => number = () => performance.now()): Say {
  const said = new Map<string, { at: number; more: number }>();
  return (line) => {
    const last = said.get(line);
    if (last !== undefined && now() - last.at < MINUTE) {
      last.more += 1;
      return;
    }
    write(last?.more ? `${line} (${last.more} more times since)` : line);
    said.set(line, { at: now(), more: 0 });
  };
}
