import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { SECOND } from '../kernel/clock.ts';

// A body may take as long as an honest slow line needs for it, and whoever only keeps a connection is cut off.

/** For the first bytes, for whatever is short, and for a line that pauses. */
const GRACE_MS = 10 * SECOND;
/** After that a body is to have come at this pace, on the whole: ten megabytes take less than six minutes. */
export const LEAST_BYTES_PER_SECOND = 32 * 1024;
export const LOOK_MS = 2 * SECOND;

/** A body under way. */
interface Body {
  request: IncomingMessage;
  response: ServerResponse;
  /** Bytes of the connection before it. */
  bytesBefore: number;
  /** Milliseconds that its sender has had: time in which nobody took what they sent is not theirs. */
  ms: number;
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;

/** Whether we are the slower ones: what has come lies there unread, and the connection waits. */
const isUnread = ({ readableLength, readableHighWaterMark }: IncomingMessage) =>
  readableLength >= readableHighWaterMark;

/**
 * Ends requests whose bodies come too slowly: 408 `timeout`, if nothing is answered yet. Node's own limit is one time for every
 * request, whatever its length.
 */
export function endSlowBodies(app: FastifyInstance): void {
  // Kept by connection. A map that gets and loses an entry with every request grows anew all the time, and V8 keeps what the former
  // tables of an old map lead to: all that was done for requests would become old objects.
  const bodies = new Map<Socket, Body | undefined>();
  const { server } = app;
  const end = ({ request, response }: Body) => {
    const { socket } = request;
    if (response.headersSent) return void socket.destroy();
    const error = Object.assign(new Error('The body came too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    server.emit('clientError', error, socket);
  };
  let lookedAt = performance.now();
  const look = () => {
    const now = performance.now();
    const passed = now - lookedAt;
    lookedAt = now;
    for (const [socket, body] of bodies) {
      if (body === undefined) continue;
      if (body.request.complete || body.request.destroyed) {
        bodies.set(socket, undefined);
        continue;
      }
      if (isUnread(body.request)) continue;
      body.ms += passed;
      const received = socket.bytesRead - body.bytesBefore;
      if (body.ms <= GRACE_MS + (received / LEAST_BYTES_PER_SECOND) * SECOND) continue;
      bodies.set(socket, undefined);
      end(body);
    }
  };
  server.on('connection', (socket) => {
    bodies.set(socket, undefined);
    socket.once('close', () => bodies.delete(socket));
  });
  server.on('request', (request, response) => {
    const { socket } = request;
    if (hasBody(request)) bodies.set(socket, { request, response, bytesBefore: socket.bytesRead, ms: 0 });
  });
  app.addHook('onResponse', async ({ raw }) => {
    if (raw.complete && bodies.get(raw.socket)?.request === raw) bodies.set(raw.socket, undefined);
  });
  const looking = setInterval(look, LOOK_MS);
  looking.unref();
  app.addHook('onClose', async () => clearInterval(looking));
}
