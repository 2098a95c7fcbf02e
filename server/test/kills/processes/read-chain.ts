import { randomUUID } from 'node:crypto';
import { tronNode } from '../../../src/modules/chain/index.ts';
import { createScan } from '../../../src/modules/chain/scan.ts';
import type { Job } from './process.ts';

/** Reads the chain up to its newest block, in one turn. */
const readChain: Job = async (db, [now = '', url = '', contract = '']) => {
  const source = tronNode({ url, contract, apiKey: undefined, paceMs: 0 });
  await createScan({ db, clock: () => new Date(now), source, worker: randomUUID(), maxBlocks: 200 })();
};
export default readChain;
