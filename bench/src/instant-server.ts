import { createServer, type AddressInfo } from 'node:net';

/** Answers each request at once, without a look at it, with the reply in REPLY: what is measured then is the load itself. */
const body = process.env['REPLY'] ?? '';
const reply = (status: string) =>
  `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
const created = reply('201 Created');
const done = reply('200 OK');

const server = createServer((socket) => {
  socket.setNoDelay(true);
  socket.on('error', () => undefined);
  // The load sends a request in one piece, and the next one after the answer.
  socket.on('data', (chunk) => void socket.write(chunk.includes('idempotency-key', 0, 'latin1') ? created : done));
});
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
