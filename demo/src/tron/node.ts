import { randomBytes } from 'node:crypto';
import type { Stub, StubRequest, StubResponse } from '../stub.ts';
import { type ChainOptions, createChain, headAt } from './chain.ts';
import { writeBlock, writeInfos } from './json.ts';

// A node of TRON, as its HTTP API answers. Fields of the real answers that nobody here reads are there too.
// @see https://developers.tron.network/reference/full-node-api-overview

export interface NodeOptions extends ChainOptions {
  /** Milliseconds since 1970. */
  now?: () => number;
}

/** The question for many blocks at once. */
interface Range {
  startNum?: number;
  endNum?: number;
}

/** What else is asked: a transaction by its hash, and the demo's own call, a transfer of micro-USDT. */
interface Asked extends Range {
  value?: string;
  to?: string;
  amount?: string;
}

/** A transaction is looked for among so many last blocks, an hour of them. */
const REMEMBERED = 1200;

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

  /** Blocks from `startNum` up to `endNum`, which is not one of them. A real node answers with a hundred at most. */
  function range({ startNum = 0, endNum = 0 }: Range): StubResponse {
    if (endNum <= startNum || endNum - startNum > 100) return { status: 200, body: {} };
    const numbers = Array.from({ length: endNum - startNum }, (_, index) => startNum + index);
    const made = numbers.filter((number) => number >= 0 && number <= headAt(now()));
    return { status: 200, body: made.length === 0 ? {} : { block: made.map((n) => writeBlock(chain.blockAt(n))) } };
  }

  function transactionInfo(hash: string): object {
    const head = headAt(now());
    const last = Array.from({ length: REMEMBERED }, (_, index) => head - index);
    for (const number of [...chain.sentIn().filter((each) => each <= head), ...last]) {
      const block = chain.blockAt(number);
      if (!block.transactions.some(({ txHash }) => txHash === hash)) continue;
      return writeInfos(block).find(({ id }) => id === hash) ?? {};
    }
    return {};
  }

  /** Sends, as a wallet would: `close-withdrawal` can then be shown in the demo. */
  function transfer({ to = '', amount = '' }: Asked): StubResponse {
    if (!/^T\w{33}$/.test(to) || !/^[1-9]\d{0,17}$/.test(amount))
      return { status: 400, body: { Error: 'to must be an address, amount micro-USDT' } };
    const txHash = randomBytes(32).toString('hex');
    chain.send(headAt(now()) + 1, { to, amount: BigInt(amount), txHash });
    return { status: 200, body: { txID: txHash } };
  }

  function answer(path: string, num: number, asked: Asked = {}): StubResponse {
    const head = headAt(now());
    switch (path) {
      case '/wallet/getnowblock':
        return { status: 200, body: writeBlock(chain.blockAt(head)) };
      case '/wallet/getblockbynum':
        return { status: 200, body: num >= 0 && num <= head ? writeBlock(chain.blockAt(num)) : {} };
      case '/wallet/getblockbylimitnext':
        return range(asked);
      case '/wallet/gettransactioninfobyblocknum':
        return { status: 200, body: num >= 0 && num <= head ? writeInfos(chain.blockAt(num)) : [] };
      case '/wallet/gettransactioninfobyid':
        return { status: 200, body: transactionInfo(asked.value ?? '') };
      case '/demo/transfer':
        return transfer(asked);
      default:
        return { status: 404, body: { Error: 'There is no such call here' } };
    }
  }

  const stub: Stub = (request) => {
    const body: unknown = request.body === '' ? {} : JSON.parse(request.body);
    const num = Number((body as { num?: unknown }).num ?? request.query.get('num') ?? NaN);
    return intercept({ ...request, num }, () => answer(request.path, num, body as Asked));
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
