import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { API_BASE, streamEvents } from '@kantor/contract/plain/routes.ts';
import { type Change, changes } from '@kantor/contract/wire/events.ts';
import { vi } from 'vitest';

/** One event of the stream. */
interface Message {
  id: string;
  changes: Change[];
}

export interface EventClient {
  status: number;
  headers: IncomingMessage['headers'];
  /** The answer's text when it is no stream. */
  text: () => string;
  messages: readonly Message[];
  /** All changes, in order. */
  told: () => Change[];
  /** The cursor to come back with. */
  cursor: () => string;
  isEnded: () => boolean;
  /** The number of the server's signs of life. */
  beats: () => number;
  /** Reads on until a condition holds. */
  until: (isTrue: (told: Change[]) => boolean) => Promise<void>;
  untilEnded: () => Promise<void>;
  /** Goes away without a word. */
  leave: () => void;
}

const WAIT = { timeout: 20_000, interval: 10 };

/** Opens an event stream over a socket of its own, and reads it as the standard says. */
export async function listen(url: string, token: string, cursor?: string): Promise<EventClient> {
  const headers = { authorization: `Bearer ${token}`, ...(cursor !== undefined && { 'last-event-id': cursor }) };
  const sent: ClientRequest = request(url + API_BASE + streamEvents.path, { headers, agent: false });
  sent.end();
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject);
  });
  // A server that is killed resets the connection.
  sent.on('error', () => undefined);
  const messages: Message[] = [];
  let text = '';
  let unread = '';
  let lastId = cursor ?? '';
  let beats = 0;
  let isEnded = false;
  response.setEncoding('utf8');
  response.on('data', (piece: string) => {
    text += piece;
    unread += piece;
    for (let end = unread.indexOf('\n\n'); end >= 0; end = unread.indexOf('\n\n')) {
      const lines = unread.slice(0, end).split('\n');
      unread = unread.slice(end + 2);
      const field = (name: string) =>
        lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? undefined;
      lastId = field('id') ?? lastId;
      if (lines.some((line) => line.startsWith(':'))) beats += 1;
      const data = field('data');
      if (data !== undefined) messages.push({ id: lastId, changes: changes.parse(JSON.parse(data)) });
    }
  });
  response.on('error', () => undefined);
  response.once('close', () => (isEnded = true));
  const told = () => messages.flatMap((message) => message.changes);
  const wait = (isTrue: () => boolean) =>
    vi.waitUntil(isTrue, WAIT).catch(() => {
      throw new Error(`It did not come; told last: ${JSON.stringify(told().slice(-20))}`);
    });
  const client = {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: () => text,
    messages,
    told,
    cursor: () => lastId,
    isEnded: () => isEnded,
    beats: () => beats,
    until: async (isTrue: (changes: Change[]) => boolean) => void (await wait(() => isTrue(told()))),
    untilEnded: async () => void (await wait(() => isEnded)),
    leave: () => void sent.destroy(),
  };
  // The first bytes bring the cursor.
  if (client.status === 200) await wait(() => lastId !== '' && text !== '');
  else await wait(() => isEnded);
  return client;
}
