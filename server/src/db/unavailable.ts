/** PostgreSQL shuts down, starts up, or has no connection left; class 08 is a lost connection. */
const SERVER_CODES = /^(08|57P0[1-3]|53300)/;
const NETWORK_CODES = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND)$/;
/** The driver gives these no code. */
const DRIVER_SENTENCES =
  /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error/;

/** Whether the database could not be asked at all, so that the same request may succeed in a moment. */
export function isUnavailable(error: Error): boolean {
  const code = 'code' in error ? String(error.code) : '';
  return SERVER_CODES.test(code) || NETWORK_CODES.test(code) || DRIVER_SENTENCES.test(error.message);
}
