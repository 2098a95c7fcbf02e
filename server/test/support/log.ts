import { createLog, type LogLevel } from '../../src/kernel/log.ts';

/** A log that a test reads: as lines, and as one text in which nothing secret may stand. */
export function collectLog(level: LogLevel = 'debug') {
  let text = '';
  const log = createLog(level, {}, { write: (line) => void (text += line) });
  return {
    log,
    text: () => text,
    lines: () =>
      text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}
