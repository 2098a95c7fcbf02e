import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Reply {
  status: number;
  body: string;
}

/** Told the milliseconds from a request to its answer. */
type Took = (milliseconds: number) => void;

const NOTHING = Buffer.alloc(0);
const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH = /\r\ncontent-length: (\d+)/i;

/**
 * One HTTP/1.1 connection that is kept alive, one request at a time. It stays raw, beside the contract's client, and reads only
 * answers with a Content-Length: on a small machine the cost of the load is taken from the result.
 */
export class HttpConnection {
  readonly #socket: Socket;
  readonly #host: string;
  #received: Buffer = NOTHING;
  #answer: { resolve(reply: Reply): void; reject(error: Error): void } | undefined;
  readonly #took: Took | undefined;
  #sentAt = 0;

  private constructor(socket: Socket, host: string, took?: Took) {
    this.#took = took;
    this.#socket = socket;
    this.#host = host;
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.#read(chunk));
    socket.on('error', (error) => this.#answer?.reject(error));
    socket.on('close', () => this.#answer?.reject(new Error('The server closed the connection')));
  }

  /** @param took hears of each answer. */
  static async open(url: URL, took?: Took): Promise<HttpConnection> {
    const socket = connect({ host: url.hostname, port: Number(url.port) });
    await once(socket, 'connect');
    return new HttpConnection(socket, url.host, took);
  }

  /** A server closes what nobody has used for a while. */
  get isOpen(): boolean {
    return this.#socket.writable;
  }

  /** `headers` are whole lines, each with its end. @throws when the connection is closed, also before. */
  request(method: 'GET' | 'POST', path: string, headers = '', body = ''): Promise<Reply> {
    return new Promise((resolve, reject) => {
      if (!this.isOpen) throw new Error('The server has closed the connection');
      this.#answer = { resolve, reject };
      this.#sentAt = performance.now();
      const length = method === 'POST' ? `content-length: ${Buffer.byteLength(body)}\r\n` : '';
      this.#socket.write(`${method} ${path} HTTP/1.1\r\nhost: ${this.#host}\r\n${headers}${length}\r\n${body}`);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const head = this.#received.indexOf(HEAD_END);
    if (head < 0) return;
    const text = this.#received.toString('latin1', 0, head);
    const end = head + HEAD_END.length + Number(LENGTH.exec(text)?.[1] ?? 0);
    if (this.#received.length < end) return;
    const body = this.#received.toString('utf8', head + HEAD_END.length, end);
    this.#received = this.#received.length === end ? NOTHING : this.#received.subarray(end);
    this.#took?.(performance.now() - this.#sentAt);
    this.#answer?.resolve({ status: Number(text.slice(9, 12)), body });
  }
}

/** Headers as whole lines. */
export const headerLines = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');

export const bearer = (token: string): string => `authorization: Bearer ${token}\r\n`;
export const JSON_BODY = 'content-type: application/json\r\n';
