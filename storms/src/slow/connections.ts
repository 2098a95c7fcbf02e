import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Server } from '../harness/servers.ts';

const ESTABLISHED = '01';
const LOOK_MS = 200;

/** Opens connections, and says on each what there is to say. The answers are read unless they are to be left. */
export async function openConnections(
  { url }: Server,
  count: number,
  speak: (socket: Socket) => void,
  { isRead = true } = {},
): Promise<Socket[]> {
  const { hostname, port } = new URL(url);
  const sockets: Socket[] = [];
  for (let n = 0; n < count; n += 1) {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    // A server that has ended takes none.
    await once(socket, 'connect').catch(() => undefined);
    if (isRead) socket.resume();
    else socket.pause();
    speak(socket);
    sockets.push(socket);
  }
  return sockets;
}

/** The connections that the server still holds: one that nobody reads from does not learn of its end (Linux). */
async function heldOf(server: Server, ports: ReadonlySet<number>): Promise<number> {
  const table = server.isRunning() ? await readFile(`/proc/${server.pid()}/net/tcp`, 'utf8').catch(() => '') : '';
  const own = Number(new URL(server.url).port);
  const portOf = (address = '') => Number.parseInt(address.split(':')[1] ?? '', 16);
  return table.split('\n').filter((line) => {
    const [, local, remote, state] = line.trim().split(/\s+/);
    return state === ESTABLISHED && portOf(local) === own && ports.has(portOf(remote));
  }).length;
}

/** Waits until the server has cut all of them off, or the time is up. @returns how many it holds then. */
export async function heldAfter(server: Server, sockets: readonly Socket[], limitMs: number): Promise<number> {
  const ports = new Set(sockets.map(({ localPort = 0 }) => localPort));
  let held = await heldOf(server, ports);
  for (const end = performance.now() + limitMs; held > 0 && performance.now() < end; await delay(LOOK_MS)) {
    held = await heldOf(server, ports);
  }
  for (const socket of sockets) socket.destroy();
  return held;
}
