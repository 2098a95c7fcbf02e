import type { Clock } from '../../kernel/clock.ts';
import { RateLimited } from '../../kernel/errors.ts';
import { networkOf } from '../../kernel/network.ts';
import { createRateLimiter } from '../../kernel/rate-limiter.ts';

/** Pings and messages of one phone, each message by itself. More than any phone gets. */
export const DEVICE_MESSAGES_PER_MINUTE = 300;
/** Of a phone whose application signs nothing. */
export const UNSIGNED_MESSAGES_PER_MINUTE = 60;
/** Calls from one address that prove to come from no phone, or that try to pair one. */
export const ADDRESS_TRIES_PER_MINUTE = 60;
/** Phones, or addresses, that are counted at once. */
const MAX_KEYS = 20_000;

const MUCH_FROM_DEVICE = 'Телефон шлёт слишком много: подождите и повторите';
const MUCH_FROM_ADDRESS = 'Слишком много неудачных запросов с этого адреса: подождите и повторите';

/**
 * Limits of this process: they cost no look-up, and so hold off a flood before it reaches the database. A phone is counted
 * only once it has proved who it is, so that nobody can use up another's limit; and it is never refused for the calls of
 * others at its address.
 */
export function createDeviceLimits(clock: Clock) {
  const devices = createRateLimiter({ points: DEVICE_MESSAGES_PER_MINUTE, clock, maxKeys: MAX_KEYS });
  const unsigned = createRateLimiter({ points: UNSIGNED_MESSAGES_PER_MINUTE, clock, maxKeys: MAX_KEYS });
  const addresses = createRateLimiter({ points: ADDRESS_TRIES_PER_MINUTE, clock, maxKeys: MAX_KEYS });
  const refuse = (wait: number, detail: string) => {
    if (wait > 0) throw new RateLimited(detail, wait);
  };
  return {
    /** Refuses a device that has used up its minute, before its body is read. @throws ApiError 429. */
    ask: (deviceId: string) => refuse(devices.waitFor(deviceId), MUCH_FROM_DEVICE),
    /** Counts the messages of a phone. @throws ApiError 429; then nothing is counted. */
    take: (deviceId: string, messages = 1) => refuse(devices.consume(deviceId, messages), MUCH_FROM_DEVICE),
    /** Counts a post of a phone whose application signs nothing. @throws ApiError 429. */
    takeUnsigned: (deviceId: string) => refuse(unsigned.consume(deviceId), MUCH_FROM_DEVICE),
    /** Counts an unproved call. @throws ApiError 429 when its address has made too many. */
    takeTry: (address: string) => refuse(addresses.consume(networkOf(address)), MUCH_FROM_ADDRESS),
    /** Takes the count back: the call has proved itself. */
    giveTry: (address: string) => addresses.reward(networkOf(address)),
  };
}

export type DeviceLimits = ReturnType<typeof createDeviceLimits>;
