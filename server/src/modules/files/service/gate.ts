import pLimit, { type LimitFunction } from 'p-limit';
import { ApiError, RateLimited } from '../../../kernel/errors.ts';
import { SECOND } from '../../../kernel/clock.ts';

/** Pictures and documents that are decoded at once: libuv's four threads check passwords and read files, too. */
const MAX_DECODING = 2;
/** Uploads whose bodies are in memory while those two are decoded. */
const MAX_WAITING = 12;
/** Of those, uploads of payers: whoever has opened an order at a shop is one, and takes no place from a trader's proof. */
const MAX_OF_PAYERS = 4;
const MAX_OF_ONE_USER = 2;
/** Further ones of one user, their bodies unread: they take no place from others. */
const MAX_WAITING_OF_ONE_USER = 4;
/** A picture that takes more memory is decoded while no other such one is. */
const HEAVY_BYTES = 50_000_000;
const RETRY_MS = 5 * SECOND;

class Busy extends ApiError {
  override readonly retryAfter = RETRY_MS / SECOND;

  constructor() {
    super(503, 'busy', 'Сейчас загружается слишком много файлов. Повторите через несколько секунд');
  }
}

/** The way in for uploads to this process: how many there are at once, how many of one user, how many are decoded. */
export function createGate() {
  const users = new Map<string, { uploads: number; turns: LimitFunction }>();
  let inside = 0;
  let payersInside = 0;
  const decoding = pLimit(MAX_DECODING);
  const heavy = pLimit(1);

  async function enterPlace<Result>(work: () => Promise<Result>): Promise<Result> {
    if (inside >= MAX_DECODING + MAX_WAITING) throw new Busy();
    inside += 1;
    try {
      return await work();
    } finally {
      inside -= 1;
    }
  }

  async function enterPayersPlace<Result>(work: () => Promise<Result>): Promise<Result> {
    if (payersInside >= MAX_OF_PAYERS) throw new Busy();
    payersInside += 1;
    try {
      return await enterPlace(work);
    } finally {
      payersInside -= 1;
    }
  }

  return {
    /**
     * Lets an upload in, for as long as `work` takes; a user's third waits for one of the two before it. The body is read by
     * `work`, never before.
     * @param userId of a payer, who is no user, the order's.
     * @throws ApiError 429 `rate_limited` when too many of the user's wait, 503 `busy` when all places are taken.
     */
    async enter<Result>(
      userId: string,
      work: () => Promise<Result>,
      { isPayer = false }: { isPayer?: boolean } = {},
    ): Promise<Result> {
      const own = users.get(userId) ?? { uploads: 0, turns: pLimit(MAX_OF_ONE_USER) };
      if (own.uploads >= MAX_OF_ONE_USER + MAX_WAITING_OF_ONE_USER)
        throw new RateLimited('Дождитесь, пока загрузятся прежние файлы', RETRY_MS);
      users.set(userId, own);
      own.uploads += 1;
      try {
        return await own.turns(() => (isPayer ? enterPayersPlace(work) : enterPlace(work)));
      } finally {
        own.uploads -= 1;
        if (own.uploads === 0) users.delete(userId);
      }
    },

    /** Decodes what takes so many bytes of memory, when its turn comes. */
    decode<Result>(bytes: number, work: () => Promise<Result>): Promise<Result> {
      const inTurn = () => decoding(work);
      return bytes > HEAVY_BYTES ? heavy(inTurn) : inTurn();
    },
  };
}

export type Gate = ReturnType<typeof createGate>;
