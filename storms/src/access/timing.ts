import { rolesThatMay } from '@kantor/contract/plain/rights.ts';
import { randomUUID } from 'node:crypto';
import { API_BASE } from '@kantor/contract/plain/routes.ts';
import { CALLS } from '@kantor/contract/wire/calls.ts';
import { kindOf } from '@kantor/server/test/http/objects.ts';
import { percentile } from '../harness/calls.ts';
import { type Gate, gate } from '../harness/gates.ts';
import type { Market } from '../harness/market.ts';
import { jsonHeaders, sendRaw } from '../harness/raw.ts';
import { addressOf } from '../harness/schema.ts';
import type { People } from './people.ts';

/** How much longer the refusal of a foreign id takes than that of a random one, in turns, at the median. */
export async function compareTimes(market: Market, people: People, tries: number): Promise<Gate[]> {
  if (tries === 0) return [];
  const token = await people.strangers.trader.token();
  const headers = jsonHeaders(token);
  const [server] = market.apis;
  const reads = CALLS.filter(
    ({ method, path, right }) => method === 'GET' && path.includes(':') && rolesThatMay(right).includes('trader'),
  );
  const timeOf = async (path: string) => (await sendRaw(server?.url ?? '', { method: 'GET', path, headers })).ms;
  const cases: string[] = [];
  let most = 0;
  for (const call of reads) {
    const times: { foreign: number[]; random: number[] } = { foreign: [], random: [] };
    for (let n = 0; n < tries; n += 1) {
      times.foreign.push(await timeOf(addressOf(API_BASE, call.path, people.objects[kindOf(call)] ?? '')));
      times.random.push(await timeOf(addressOf(API_BASE, call.path, randomUUID())));
    }
    const difference = Math.abs(percentile(times.foreign, 50) - percentile(times.random, 50));
    cases.push(`${call.path}: ${difference.toFixed(2)} ms`);
    most = Math.max(most, difference);
  }
  return [gate('time of foreign and of random ids, the greatest difference', { most: 1 }, most, { unit: 'ms', cases })];
}
