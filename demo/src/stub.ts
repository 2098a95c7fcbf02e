import type { IncomingHttpHeaders } from 'node:http';

/** A request of Kantor to a service of the outside world. */
export interface StubRequest {
  method: string;
  /** After the stub's name: `/wallet/getnowblock`. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** As it was sent. */
  body: string;
}

export interface StubResponse {
  status: number;
  /** JSON; absent: an empty answer. */
  body?: unknown;
}

/** A stand-in for a service of the outside world: a chain's node, a source of rates, a merchant's server. */
export type Stub = (request: StubRequest) => StubResponse | Promise<StubResponse>;
