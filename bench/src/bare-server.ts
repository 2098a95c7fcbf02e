import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

/**
 * As little as a Node server can do for a page of a list: one prepared statement, JSON.stringify. No routes, no users, no
 * checks. The statement and its values come as JSON in QUERY.
 */
const { text, values } = JSON.parse(process.env['QUERY'] ?? '') as { text: string; values: string[] };
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });

const server = createServer((_request, response) => {
  void pool.query({ name: 'page', text, values }).then(({ rows }) => {
    const body = JSON.stringify(rows);
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
    response.end(body);
  });
});
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
