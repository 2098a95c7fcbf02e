import type { Stub, StubRequest, StubResponse } from '../stub.ts';
import { type ChainOptions, createChain, headAt } from './chain.ts';
import { writeBlock, writeInfos } from './json.ts';

// A node of TRON, as its HTTP API answers. Fields of the real answers that nobody here reads are there too.
// @see https://developers.tron.network/reference/full-node-api-overview

export interface NodeOptions extends ChainOptions {
  /** Milliseconds since 1970. */
  now?: () => number;
}

/** Changes an answer: a test's way to have the node lie, lag and fail. */
export type Intercept = (
  request: StubRequest & { num: number },
  truth: () => StubResponse,
) => StubResponse | Promise<StubResponse>;

/** A simulated node; `stub` answers its requests. */
export function createTronNode({ now = () => Date.now(), ...options }: NodeOptions = {}) {
  const chain = createChain(options);
  let reorganisations = 0;
  let intercept: Intercept = (_request, truth) => truth();

  function answer(path: string, num: number): StubResponse {
    const head = headAt(now());
    switch (path) {
      case '/wallet/getnowblock':
        return { status: 200, body: writeBlock(chain.blockAt(head)) };
      case '/wallet/getblockbynum':
        return { status: 200, body: num >= 0 && num <= head ? writeBlock(chain.blockAt(num)) : {} };
      case '/wallet/gettransactioninfobyblocknum':
        return { status: 200, body: num >= 0 && num <= head ? writeInfos(chain.blockAt(num)) : [] };
      default:
        return { status: 404, body: { Error: 'There is no such call here' } };
    }
  }

  const stub: Stub = (request) => {
    const body: unknown = request.body === '' ? {} : JSON.parse(request.body);
    const num = Number((body as { num?: unknown }).num ?? request.query.get('num') ?? NaN);
    return intercept({ ...request, num }, () => answer(request.path, num));
  };

  return {
    stub,
    /** The true answer to a call. */
    answer,
    head: (): number => headAt(now()),
    blockAt: chain.blockAt,
    /** Sends micro-USDT to an address, in the next block. */
    send: (to: string, amount: bigint): void => chain.send(headAt(now()) + 1, { to, amount }),
    /** Replaces the last blocks by others. @returns the new fork's name. */
    reorganise(depth: number): string {
      const name = `fork ${(reorganisations += 1)}`;
      chain.reorganise(headAt(now()) - depth + 1, name);
      return name;
    },
    intercept(next: Intercept | undefined): void {
      intercept = next ?? ((_request, truth) => truth());
    },
  };
}
