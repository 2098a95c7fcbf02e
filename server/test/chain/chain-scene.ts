import { afterAll, beforeAll } from 'vitest';
import { type Chain, startChain } from './chain-world.ts';
import { type Kantor, startKantor } from '../support/harness.ts';

/** A marketplace and the chain that its traders are paid on, for all tests of a file. Both are there once the tests begin. */
export function useChain() {
  const [kantor, chain] = [{} as Kantor, {} as Chain];
  beforeAll(async () => {
    Object.assign(kantor, await startKantor());
    Object.assign(chain, await startChain(kantor));
  });
  afterAll(async () => {
    chain.close();
    await kantor.close();
  });
  return { kantor, chain };
}
