import { z } from 'zod';
import { MINUTE, SECOND } from '../../kernel/clock.ts';
import { deriveKeys, type ServerSecrets } from '../../kernel/derive-key.ts';

/** Where a bot's owner has it, and how it is asked. */
export interface BotSettings {
  /** The bot's, of @BotFather. */
  token: string;
  /** The Bot API's, without a slash at its end. */
  apiUrl: string;
}

/** The Bot API's refusal. It says nothing of the address, which has the token in it. */
export class BotRefusal extends Error {
  override name = 'BotRefusal';
  readonly status: number;
  /** Milliseconds that it asked us to wait. */
  readonly retryAfter: number | undefined;

  constructor(status: number, retryAfter?: number) {
    super(`Telegram's Bot API refused: ${status}`);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** The Bot API could not be asked. */
class BotUnreachable extends Error {
  override name = 'BotUnreachable';

  constructor(reason: string) {
    super(`Telegram's Bot API cannot be reached: ${reason}`);
  }
}

const CALL_TIMEOUT_MS = 5 * SECOND;
/** An update is waited for so long; the answer takes a little more. */
const LONG_POLL_SECONDS = 25;
export const LONG_POLL_MS = MINUTE;

const answer = z.object({
  ok: z.boolean(),
  result: z.unknown().optional(),
  error_code: z.number().optional(),
  parameters: z.object({ retry_after: z.number().optional() }).optional(),
});
const me = z.object({ username: z.string().min(1).max(100) });
const update = z.object({
  update_id: z.number().int(),
  message: z
    .object({ chat: z.object({ id: z.number().int(), type: z.string() }), text: z.string().optional() })
    .optional(),
});
export type Update = z.infer<typeof update>;

export interface Message {
  chat_id: number;
  text: string;
  disable_notification?: boolean;
}

export type Bot = ReturnType<typeof createBot>;

/** Talks to the Bot API: https://core.telegram.org/bots/api */
export function createBot({ token, apiUrl }: BotSettings) {
  async function call(method: string, body: object, signal: AbortSignal): Promise<unknown> {
    let response: Response;
    let text: string;
    try {
      response = await fetch(`${apiUrl}/bot${token}/${method}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        redirect: 'error',
        signal,
      });
      text = await response.text();
    } catch (error) {
      // The cause may name the address.
      throw new BotUnreachable(error instanceof Error ? error.name : 'unknown');
    }
    const parsed = answer.safeParse(parseJson(text));
    if (!parsed.success) throw new BotRefusal(response.status);
    const { ok, result, error_code: code = response.status, parameters } = parsed.data;
    const seconds = parameters?.retry_after;
    if (!ok) throw new BotRefusal(code, seconds === undefined ? undefined : seconds * SECOND);
    return result;
  }

  return {
    getName: async () => me.parse(await call('getMe', {}, AbortSignal.timeout(CALL_TIMEOUT_MS))).username,
    /** Waits until there is an update. */
    getUpdates: async (offset: number, stopping: AbortSignal): Promise<Update[]> => {
      const body = { offset, timeout: LONG_POLL_SECONDS, allowed_updates: ['message'] };
      const signal = AbortSignal.any([stopping, AbortSignal.timeout(LONG_POLL_MS / 2)]);
      return z.array(update).parse(await call('getUpdates', body, signal));
    },
    send: async (message: Message): Promise<void> => {
      const body = { ...message, link_preview_options: { is_disabled: true } };
      await call('sendMessage', body, AbortSignal.timeout(CALL_TIMEOUT_MS));
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const telegramKeys = (secret: ServerSecrets) => deriveKeys(secret, 'telegram code');
