import { MINUTE, SECOND } from '../kernel/clock.ts';
import { isQueryTimeout } from './limits.ts';
import { Stalled } from './watch.ts';

/**
 * PostgreSQL shuts down, starts up, has no connection left, or has ended an idle one; class 08 is a lost connection; 25006 a
 * server that has become, or is still, a standby.
 */
const SERVER_CODES = /^(08|57P0[1-35]|53300|25006)/;
const NETWORK_CODES = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
/** The disk of the database, or of the uploads, takes nothing more; class 53 is a lack of resources. */
const FULL_CODES = /^(53[12]00|ENOSPC|EDQUOT|EROFS)$/;
/** The driver gives these no code. */
const DRIVER_SENTENCES =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|Client (has encountered a connection error|was closed)/;

/** A database that is restarted is back within this time. */
const RESTART_MS = 2 * SECOND;
/** A person has to make room. */
const FULL_MS = MINUTE / 2;

/** The network error of a name with several addresses, each of which failed, is the first one's. */
const firstOf = (error: Error): Error =>
  error instanceof AggregateError && error.errors[0] instanceof Error ? error.errors[0] : error;

/**
 * Milliseconds after which the same request may succeed, if the database could not be asked, or nothing could be written to it
 * or to the folder of uploads; undefined for any other error.
 */
export function unavailableForMs(error: Error): number | undefined {
  const { message, code = '' } = firstOf(error) as Error & { code?: string };
  if (FULL_CODES.test(code)) return FULL_MS;
  const isLost =
    SERVER_CODES.test(code) ||
    NETWORK_CODES.test(code) ||
    DRIVER_SENTENCES.test(message) ||
    error instanceof Stalled ||
    isQueryTimeout(error);
  return isLost ? RESTART_MS : undefined;
}

/** Whether the same request may succeed in a moment. */
export const isUnavailable = (error: Error): boolean => unavailableForMs(error) !== undefined;
