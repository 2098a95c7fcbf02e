import type { Socket } from 'node:net';
import { idempotencyKey } from '@kantor/contract/client.ts';
import { MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import { API_BASE, listOrders, login, streamEvents } from '@kantor/contract/plain/routes.ts';
import { createMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { times } from '../harness/calls.ts';
import { type Gate, gate, noneOf } from '../harness/gates.ts';
import { type Market, type Merchant, openMarket } from '../harness/market.ts';
import { watchMemory } from '../harness/memory.ts';
import { storm } from '../harness/storm.ts';
import { keepCalling } from './bystander.ts';
import { uploadSlowly } from './honest.ts';
import { heldAfter, openConnections } from './connections.ts';

const DRIP_MS = 1000;
const MEGABYTES = 400;
const ROWS = 100;

interface Attack {
  what: string;
  count: number;
  speak: (socket: Socket) => void;
  isRead?: boolean;
  /** The server has ended all of them by then. */
  limitMs: number;
}

const drip = (socket: Socket, piece: string) => {
  const timer = setInterval(() => socket.write(piece), DRIP_MS);
  socket.on('close', () => clearInterval(timer));
};

/** A trader with a long list, and requests for it. */
async function createList(market: Market, merchant: Merchant) {
  const trader = await market.createTrader();
  await market.createRequisite(trader.id);
  await times(ROWS, 4, async (index) => {
    const body = { amount: `${1000 + index}`, method: 'sbp', external_id: `slow-${index}` } as const;
    await merchant.api.call(createMerchantOrder, { headers: idempotencyKey(), body });
  });
  const head = `Host: a\r\nAuthorization: Bearer ${await trader.token()}\r\n\r\n`;
  return {
    list: `GET ${API_BASE}${listOrders.path}?page_size=${ROWS} HTTP/1.1\r\n${head}`,
    stream: `GET ${API_BASE}${streamEvents.path} HTTP/1.1\r\n${head}`,
  };
}

/** Connections that take their time, that say nothing, that do not read, or that ask for everything at once. */
export const slow = storm({
  name: 'slow',
  summary: 'slow heads and bodies, silence, answers that nobody reads, many requests on one connection',
  minutes: 6,
  sizes: {
    connections: { what: 'connections of each kind', full: 400, short: 10 },
    pipelined: { what: 'connections that write many requests at once and read nothing', full: 300, short: 8 },
    requests: { what: 'requests on each of those', full: 40, short: 10 },
    uploads: { what: 'honest uploads beside the slow ones, at one megabit a second', full: 8, short: 2 },
    megabytes: { what: 'megabytes of each (10 at most)', full: 10, short: 2 },
  },
  run: async (ground, { connections, pipelined, requests, uploads, megabytes }) => {
    const market = await openMarket(ground, { roles: ['api'] });
    const [server] = market.apis;
    if (server === undefined) throw new Error('There is no server');
    const merchant = await market.createMerchant({ balance: 1_000_000 });
    const { list, stream } = await createList(market, merchant);
    const bystander = await market.createTrader();
    const token = await bystander.token();
    const path = `${API_BASE}${listOrders.path}`;
    const isTimed = !ground.isShort;
    // A busy machine is slow in ending them: the short form only wants to see it happen.
    const cutOffMs = isTimed ? 20_000 : 90_000;
    const post = `POST ${API_BASE}${login.path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`;
    const description = `GET ${MERCHANT_API_BASE}/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n`;
    const each = connections;
    const slowOnes: Attack[] = [
      {
        what: 'slow heads',
        count: each,
        speak: (socket) => {
          socket.write('GET / HTTP/1.1\r\nHost: a\r\n');
          drip(socket, 'X: 1\r\n');
        },
        limitMs: cutOffMs,
      },
      {
        what: 'slow bodies',
        count: each,
        speak: (socket) => {
          socket.write(post);
          drip(socket, ' ');
        },
        limitMs: cutOffMs,
      },
      { what: 'half a head, then silence', count: each, speak: (socket) => socket.write('GET /'), limitMs: cutOffMs },
      { what: 'silence', count: each, speak: () => undefined, limitMs: isTimed ? 80_000 : cutOffMs },
    ];
    const all = (text: string) => (socket: Socket) => socket.write(text.repeat(requests));
    const unread: Attack[] = [
      { what: 'pipelined lists that nobody reads', count: pipelined, speak: all(list), isRead: false, limitMs: 80_000 },
      {
        what: 'pipelined descriptions that nobody reads',
        count: pipelined,
        speak: all(description),
        isRead: false,
        limitMs: 80_000,
      },
    ];
    const gates: Gate[] = [];
    const attack = async ({ what, count, speak, isRead = true, limitMs }: Attack, waits: boolean) => {
      ground.say(what);
      const memory = watchMemory(server.pid());
      const stop = keepCalling(server, path, token);
      const sockets = await openConnections(server, count, speak, { isRead });
      const held = await heldAfter(server, sockets, waits ? limitMs : 2000);
      gates.push(...(await stop(what, isTimed)));
      gates.push(
        gate(`${what}: memory of the server, the most`, { most: MEGABYTES }, await memory.finish(), { unit: 'MB' }),
      );
      if (waits) gates.push(gate(`${what}: connections held`, { exactly: 0 }, held, { of: count }));
    };
    // The slow ones wait for the same limits of time: all at once.
    ground.say('slow ones');
    const stop = keepCalling(server, path, token);
    const sockets = await Promise.all(slowOnes.map(({ count, speak }) => openConnections(server, count, speak)));
    const honest = uploadSlowly(market, merchant, server, { uploads, megabytes });
    const held = await Promise.all(slowOnes.map(({ limitMs }, n) => heldAfter(server, sockets[n] ?? [], limitMs)));
    for (const [n, { what, count }] of slowOnes.entries()) {
      gates.push(gate(`${what}: connections held`, { exactly: 0 }, held[n] ?? Number.NaN, { of: count }));
    }
    gates.push(await honest, ...(await stop('slow heads and bodies, silence', isTimed)));
    for (const each of unread) await attack(each, isTimed);
    const streams = { what: 'event streams', count: each, speak: (socket: Socket) => socket.write(stream), limitMs: 0 };
    await attack(streams, false);
    const dead = server.isRunning() ? [] : [server.output().slice(-500)];
    gates.push(noneOf('servers that ended', dead, 1));
    return gates;
  },
});
