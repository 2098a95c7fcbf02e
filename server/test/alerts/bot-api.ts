import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export const BOT = { token: '1234567:a-token-that-is-only-used-by-tests', username: 'kantor_test_bot' };

interface Sent {
  chat_id: number;
  text: string;
  disable_notification?: boolean;
}

/** Telegram's Bot API, with one bot: https://core.telegram.org/bots/api */
export async function startBotApi() {
  const updates: { update_id: number; message: object }[] = [];
  const sent: Sent[] = [];
  const asked: string[] = [];
  const api = { refuse: (_message: Sent): { code: number; retryAfter?: number } | undefined => undefined };
  const methods: Record<string, (body: never) => unknown> = {
    getMe: () => ({ id: 1, is_bot: true, first_name: 'Kantor', username: BOT.username }),
    // It answers at once where the real one would wait.
    getUpdates: ({ offset }: { offset: number }) => updates.filter(({ update_id: id }) => id >= offset),
    sendMessage: (message: Sent) => {
      sent.push(message);
      return { message_id: sent.length };
    },
  };
  const server = createServer(async (request, response) => {
    const body = JSON.parse((await text(request)) || '{}') as never;
    const [, token, method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url ?? '') ?? [];
    asked.push(method);
    const answer = (status: number, content: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
    if (token !== BOT.token) return answer(401, { ok: false, error_code: 401, description: 'Unauthorized' });
    const refusal = method === 'sendMessage' ? api.refuse(body) : undefined;
    if (refusal) {
      const parameters = refusal.retryAfter === undefined ? {} : { parameters: { retry_after: refusal.retryAfter } };
      return answer(refusal.code, { ok: false, error_code: refusal.code, description: 'No', ...parameters });
    }
    return answer(200, { ok: true, result: methods[method]?.(body) });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  let ids = 100;
  return {
    settings: { token: BOT.token, apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    api,
    sent,
    asked,
    /** Somebody writes to the bot. */
    write: (chatId: number, words: string, type = 'private') => {
      updates.push({ update_id: (ids += 1), message: { chat: { id: chatId, type }, text: words } });
    },
    /** What a chat was told. */
    toldTo: (chatId: number) => sent.filter(({ chat_id: id }) => id === chatId),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
