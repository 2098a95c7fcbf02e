import { listDeposits, listPendingDeposits } from '@kantor/contract/wire/deposits.ts';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { TRON_XPUB } from '@kantor/demo/tron/addresses.ts';
import { sql } from 'kysely';
import type { Deposit } from '@kantor/demo/tron/chain.ts';
import { createTronNode } from '@kantor/demo/tron/node.ts';
import { giveMissingAddresses, tronNode } from '../../src/modules/chain/index.ts';
import { createScan } from '../../src/modules/chain/scan.ts';
import { readAccount } from '../../src/modules/accounts/index.ts';
import type { Kantor } from '../support/kantor.ts';
import type { Trader } from '../support/people.ts';

const BLOCK = 3000;
/** Who stands still for a moment, or is held back by a test, has not asked in vain. */
const PATIENCE_MS = 60_000;
export const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

/** Sends an answer of the node, or what becomes of it on the way. */
type Wire = (response: ServerResponse, body: string, request: IncomingMessage) => unknown;
const honestWire: Wire = (response, body) => response.setHeader('content-type', 'application/json').end(body);

/** A marketplace beside a simulated chain that lives by the marketplace's clock, over real HTTP. */
export async function startChain(kantor: Kantor) {
  const planned = new Map<string, Deposit[]>();
  const node = createTronNode({
    now: () => kantor.clock().getTime(),
    deposits: (number, fork) => planned.get(`${fork}/${number}`) ?? [],
  });
  /** Calls that the node was asked, by path. */
  const asked: string[] = [];
  let wire: Wire = honestWire;
  const server = createServer((request, response) => {
    const answer = async () => {
      asked.push(request.url ?? '');
      const { method = '', url: path = '', headers } = request;
      const question = { method, path, query: new URLSearchParams(), headers, body: await text(request) };
      await wire(response, JSON.stringify((await node.stub(question)).body), request);
    };
    answer().catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let fork = '';

  return {
    node,
    url,
    asked,
    /** The node as a worker reads it. */
    source: (options: Partial<Parameters<typeof tronNode>[0]> = {}) =>
      tronNode({ url, apiKey: undefined, contract: USDT, paceMs: 0, timeoutMs: PATIENCE_MS, ...options }),
    /** Turns of a worker of its own. */
    scan(options: Partial<Parameters<typeof createScan>[0]> = {}) {
      const { db, clock } = kantor;
      return createScan({ db, clock, source: this.source(), worker: randomUUID(), ...options });
    },

    /** A trader with an address, without USDT. */
    async createTrader() {
      const trader = await kantor.createTrader({ balance: '0' });
      await giveMissingAddresses(kantor, TRON_XPUB);
      const wallet = (await readAccount(kantor.db, trader.id))?.wallet ?? '';
      return { ...trader, wallet };
    },

    /** Plans a deposit in a block of the present fork, by default in the next one. */
    plan(deposit: Deposit, number = node.head() + 1, of = fork): void {
      const place = `${of}/${number}`;
      planned.set(place, [...(planned.get(place) ?? []), deposit]);
    },
    /** Time passes until so many more blocks are made. */
    grow: (blocks = 1) => kantor.pass(blocks * BLOCK),
    reorganise(depth: number): void {
      fork = node.reorganise(depth);
    },

    /** Reads until there is no new block. @returns the warnings on the way. */
    async readAll(scan: ReturnType<typeof createScan>): Promise<string[]> {
      const warnings: string[] = [];
      for (;;) {
        const turn = await scan();
        if (turn.kind !== 'read') return warnings;
        warnings.push(...turn.warnings);
      }
    },

    /** A trader's deposits: the credited and the pending ones. */
    async seen(trader: Pick<Trader, 'call'>) {
      const credited = await trader.call(listDeposits, { query: { page_size: 100 } });
      const pending = await trader.call(listPendingDeposits);
      return { credited: credited.results, pending: pending.results };
    },
    /** The one transfer that is on the way to a trader. */
    async onlyPending(trader: Pick<Trader, 'call'>) {
      const [transfer, ...others] = (await trader.call(listPendingDeposits)).results;
      if (transfer === undefined || others.length > 0) throw new Error('Not one transfer is on the way');
      return transfer;
    },
    /** The newest final block that was read. */
    async cursor(): Promise<number> {
      const { rows } = await sql<{ n: bigint }>`select block_number as n from chain_cursor`.execute(kantor.db);
      return Number(rows[0]?.n ?? -1n);
    },

    /** Does something to how answers travel; with nothing given, they travel well again. */
    disturb(next: Wire = honestWire): void {
      wire = next;
    },
    /** Holds back the answers to an API key. @returns what resolves once it has asked, and what lets the answers go. */
    holdAnswers(apiKey: string) {
      const [asked, mayAnswer] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
      wire = async (response, body, request) => {
        if (request.headers['tron-pro-api-key'] === apiKey) {
          asked.resolve(undefined);
          await mayAnswer.promise;
        }
        response.end(body);
      };
      return { asked: asked.promise, answer: () => mayAnswer.resolve(undefined) };
    },
    close(): void {
      server.close();
      server.closeAllConnections();
    },
  };
}

export type Chain = Awaited<ReturnType<typeof startChain>>;
