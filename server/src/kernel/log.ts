import { type DestinationStream, pino } from 'pino';
import sonicBoom from 'sonic-boom';
import { describeError } from './describe-error.ts';

// The one log of a process: a JSON object a line. A line has a fixed name (`event`) and fields of this list, so that no body,
// query, token, text of a bank, phone, account or name can get into it by mistake.

/**
 * The levels of `KANTOR_LOG_LEVEL`: a line is written at its own level and those after it in this list. Errors are always
 * written: whoever meets one is told that we know of it.
 */
export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Everything that a line may say. Ids are ours; nothing here was typed by a person. */
export interface LogFields {
  request_id?: string | undefined;
  method?: string | undefined;
  /** The pattern of the address, `/api/v1/orders/:id/`: never the address. */
  route?: string | undefined;
  status?: number | undefined;
  /** A stable code of ours: of a refusal, of a reason. */
  reason?: string | undefined;
  /** SQLSTATE or the system's code, where a stack would say no more. */
  code?: string | undefined;
  duration_ms?: number | undefined;
  job?: string | undefined;
  /** How often the same thing has happened since the line before. */
  repeated?: number | undefined;
  /** The caller's network address: security events only. */
  address?: string | undefined;
  user_id?: string | undefined;
  session_id?: string | undefined;
  key_id?: string | undefined;
  cabinet_id?: string | undefined;
  device_id?: string | undefined;
  wallet_id?: string | undefined;
  webhook_id?: string | undefined;
  batch_id?: string | undefined;
  export_id?: string | undefined;
  /** An operator's command, and the kind and id of its object. */
  action?: string | undefined;
  object_kind?: string | undefined;
  object_id?: string | undefined;
  /** Milliseconds that this process's clock is ahead of the database's. */
  clock_ahead_ms?: number | undefined;
  /** Of a slow statement: the text that we send, which has no values in it. */
  statement?: string | undefined;
  /** A sentence of ours for the operator, of public values: rates, blocks, names of machines. */
  text?: string | undefined;
  /** Any error; `describeError` takes out of it what may be said. */
  error?: unknown;
}

/** Writes lines: `event` is a fixed name in snake_case, never made of values. */
export interface Log {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
  /** The same log, whose lines have these fields too. */
  with(fields: LogFields): Log;
}

type Line = Record<string, unknown>;
const lineOf = ({ error, ...fields }: LogFields): Line => ({
  ...fields,
  ...(error !== undefined && { error: describeError(error) }),
});

type Written = 'debug' | 'info' | 'warn' | 'error';

/** Creates the log of a process. `fields` are in each of its lines; `destination` is the standard output unless given. */
export function createLog(
  level: LogLevel,
  fields: LogFields & { role?: string } = {},
  destination?: DestinationStream,
): Log {
  const options = {
    level,
    base: lineOf(fields),
    messageKey: 'event',
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  const lines = pino(options, destination ?? inBackground());
  return logOn({}, (at, event, line) => {
    lines[at](line, event);
    // The process may not live much longer.
    if (at === 'error' || at === 'warn') lines.flush();
  });
}

/** Nobody reads the output: lines beyond are dropped, and the service goes on. */
const MAX_UNWRITTEN_BYTES = 16 * 1024 * 1024;
/** Lines gather up to this, or for so long: a call of the system for each is a twelfth of what an order costs the process. */
const WRITTEN_TOGETHER_BYTES = 8 * 1024;
const GATHERING_MS = 50;

/**
 * The standard output, written in the background; the rest is written when the process ends, if need be before a piece that is under
 * way. An output that takes nothing (its
 * reader is gone, the disk is full) costs its lines and nothing else. It is not pino's own: that one writes the rest for ever
 * where nobody reads it any more, and then the process never ends.
 */
function inBackground() {
  const output = new sonicBoom.SonicBoom({
    fd: 1,
    sync: false,
    minLength: WRITTEN_TOGETHER_BYTES,
    maxLength: MAX_UNWRITTEN_BYTES,
    periodicFlush: GATHERING_MS,
  });
  output.on('error', () => undefined);
  process.on('exit', () => {
    try {
      output.flushSync();
    } catch {
      // There is nobody to tell.
    }
  });
  return output;
}

/** Writes nothing. */
export const silentLog: Log = logOn({}, () => undefined);

function logOn(bound: LogFields, write: (at: Written, event: string, line: Line) => void): Log {
  const at =
    (level: Written) =>
    (event: string, fields: LogFields = {}) =>
      write(level, event, lineOf({ ...bound, ...fields }));
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    with: (fields) => logOn({ ...bound, ...fields }, write),
  };
}

/** Errors that a log has written, by kind. */
export interface ErrorCounts {
  /** Those since the last time; they are forgotten here. */
  take: () => Map<string, number>;
  /** Takes back what could not be kept. */
  putBack: (counts: ReadonlyMap<string, number>) => void;
}

/** A log that counts its errors: by event, and by the job, the code or the reason that a line is about. */
export function countErrors(log: Log): { log: Log; errors: ErrorCounts } {
  let counts = new Map<string, number>();
  const add = (kind: string, n: number) => void counts.set(kind, (counts.get(kind) ?? 0) + n);
  const counted = (inner: Log, known: LogFields): Log => ({
    debug: (event, fields) => inner.debug(event, fields),
    info: (event, fields) => inner.info(event, fields),
    warn: (event, fields) => inner.warn(event, fields),
    error: (event, fields) => {
      const { job, code, reason, repeated = 0 } = { ...known, ...fields };
      add([event, job ?? code ?? reason].filter(Boolean).join(' '), 1 + repeated);
      inner.error(event, fields);
    },
    with: (fields) => counted(inner.with(fields), { ...known, ...fields }),
  });
  return {
    log: counted(log, {}),
    errors: {
      take: () => {
        const taken = counts;
        counts = new Map();
        return taken;
      },
      putBack: (taken) => {
        for (const [kind, n] of taken) add(kind, n);
      },
    },
  };
}
