import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** Bytes of an IPv4, or of an IPv6 without `::`. */
function bytesOf(address: string): Buffer {
  if (address.includes('.')) return Buffer.from(address.split('.').map(Number));
  const bytes = Buffer.alloc(16);
  for (const [i, group] of address.split(':').entries()) bytes.writeUInt16BE(Number.parseInt(group, 16), i * 2);
  return bytes;
}

const A = 1;
const AAAA = 28;
const HEADER = 12;
const NAME_ERROR = 3;

/** The name asked for, in lower case, and where the question ends. */
function readQuestion(packet: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = HEADER;
  for (let length = packet.readUInt8(at); length > 0; length = packet.readUInt8(at)) {
    labels.push(packet.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: packet.readUInt16BE(at + 1), end: at + 5 };
}

/** A record of no lifetime: the next answer may be another. */
function record(type: number, address: string): Buffer {
  const data = bytesOf(address);
  const head = Buffer.alloc(12);
  // The name of the question.
  head.writeUInt16BE(0xc000 + HEADER, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function reply(packet: Buffer, questionEnd: number, code: number, records: readonly Buffer[]): Buffer {
  const head = Buffer.from(packet.subarray(0, questionEnd));
  head.writeUInt16BE(0x8180 + code, 2);
  head.writeUInt16BE(records.length, 6);
  head.fill(0, 8, HEADER);
  return Buffer.concat([head, ...records]);
}

/** The addresses of a name; `silence` to be left without an answer, none for a name that is not there. */
type Names = Record<string, (asked: number) => readonly string[] | 'silence'>;

/**
 * A real name server on this machine (RFC 1035).
 * @param names take the number of earlier questions for their IPv4.
 */
export async function startNameServer(names: Names) {
  const socket = createSocket('udp4');
  /** The questions about each name by their numbers: who has waited long for an answer asks again under the same. */
  const asked = new Map<string, number[]>();
  const packets = new Map<string, number>();
  socket.on('message', (packet, from) => {
    const { name, type, end } = readQuestion(packet);
    const questions = asked.get(name) ?? [];
    const number = packet.readUInt16BE(0);
    if (type === A) {
      packets.set(name, (packets.get(name) ?? 0) + 1);
      if (!questions.includes(number)) questions.push(number);
      asked.set(name, questions);
    }
    const before = type === A ? questions.indexOf(number) : Math.max(questions.length - 1, 0);
    const addresses = names[name]?.(before);
    if (addresses === 'silence') return;
    const wanted = (addresses ?? []).filter((address) => address.includes(':') === (type === AAAA));
    const records = wanted.map((address) => record(type, address));
    socket.send(reply(packet, end, addresses === undefined ? NAME_ERROR : 0, records), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    server: `127.0.0.1:${socket.address().port}`,
    /** The number of questions about a name. */
    asked: (name: string) => asked.get(name)?.length ?? 0,
    /** The same, with what was asked again because no answer had come. */
    packets: (name: string) => packets.get(name) ?? 0,
    close: () => new Promise<void>((resolve) => socket.close(resolve)),
  };
}
