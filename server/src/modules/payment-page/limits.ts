import { type Clock, HOUR } from '../../kernel/clock.ts';
import { RateLimited } from '../../kernel/errors.ts';
import { networkOf } from '../../kernel/network.ts';
import { createRateLimiter } from '../../kernel/rate-limiter.ts';

/** Calls a minute of one address: for each living page by itself, and for all links that lead nowhere together. */
export const CALLS_PER_MINUTE = 20;
/** Forms of one order, refused ones among them: each may carry a file to be decoded. */
export const FORMS_PER_HOUR = 30;
/** Addresses with their pages, and orders, that are counted at once. */
const MAX_KEYS = 50_000;

const MUCH = 'Слишком много запросов. Подождите немного и повторите';

export type PageLimits = ReturnType<typeof createPageLimits>;

/** Limits of this process. */
export function createPageLimits(clock: Clock) {
  const calls = createRateLimiter({ points: CALLS_PER_MINUTE, clock, maxKeys: MAX_KEYS });
  const forms = createRateLimiter({ points: FORMS_PER_HOUR, windowMs: HOUR, clock, maxKeys: MAX_KEYS });
  const take = (waitMs: number) => {
    if (waitMs > 0) throw new RateLimited(MUCH, waitMs);
  };
  return {
    /**
     * Counts a call. Thousands share a mobile carrier's address: whoever pays is not refused for those who pay elsewhere.
     * @param orderId undefined for a link that leads nowhere.
     * @throws ApiError 429.
     */
    takeCall: (address: string, orderId: string | undefined) =>
      take(calls.consume(`${networkOf(address)} ${orderId ?? ''}`)),
    /** Counts a form of an order. @throws ApiError 429. */
    takeForm: (orderId: string) => take(forms.consume(orderId)),
  };
}
