/** What a log line says of an error. Messages carry values (a row, a token, a text that a bank sent), so few of them pass. */
export interface ErrorDescription {
  type: string;
  /** SQLSTATE, or the code of the system or of a library. */
  code?: string;
  /** PostgreSQL's sentence, where it names tables and columns only. */
  message?: string;
  /** PostgreSQL's name of a broken rule. */
  constraint?: string;
  /** Places in the source, without the message above them. */
  stack?: string;
  cause?: ErrorDescription;
}

/** Classes of SQLSTATE whose messages name things of the schema or the server, never values: no 22 (data), no P0 (our own). */
const NAMELESS_CLASSES = new Set(['08', '23', '25', '26', '28', '40', '42', '53', '54', '55', '57', '58', 'XX']);
const SQLSTATE = /^[0-9A-Z]{5}$/;
const CODE = /^\w{1,60}$/;
const FRAME = /^ {4}at \S.*:\d+:\d+\)?$/;
const MAX_FRAMES = 20;
const MAX_CAUSES = 3;

/** The frames below the message: a message may have lines that look like frames. */
function framesOf({ stack, message }: Error): string {
  if (typeof stack !== 'string') return '';
  const messageAt = message === '' ? -1 : stack.indexOf(message);
  const below = messageAt === -1 ? stack : stack.slice(messageAt + message.length);
  const frames = below.split('\n').filter((line) => FRAME.test(line));
  return frames.slice(0, MAX_FRAMES).join('\n');
}

/** Only the driver's errors have a severity beside their SQLSTATE. */
const isOfPostgres = (error: Error, code: string): boolean => 'severity' in error && SQLSTATE.test(code);

/** Describes an error by what is allowed, and by nothing else of it: never `detail`, `where`, `parameters` or an input. */
export function describeError(error: unknown, depth = 0): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = 'code' in error && typeof error.code === 'string' && CODE.test(error.code) ? error.code : '';
  const fromPostgres = isOfPostgres(error, code);
  const constraint = fromPostgres && 'constraint' in error ? error.constraint : undefined;
  const stack = framesOf(error);
  return {
    type: error.constructor.name,
    ...(code !== '' && { code }),
    ...(fromPostgres && NAMELESS_CLASSES.has(code.slice(0, 2)) && { message: error.message }),
    ...(typeof constraint === 'string' && { constraint }),
    ...(stack !== '' && { stack }),
    ...(error.cause !== undefined && depth < MAX_CAUSES && { cause: describeError(error.cause, depth + 1) }),
  };
}
