import { gate } from '../harness/gates.ts';
import { openMarket } from '../harness/market.ts';
import { storm } from '../harness/storm.ts';
import { createPeople } from './people.ts';
import { tryMethods, tryReads, tryRefusals } from './refusals.ts';
import { changed, fingerprints } from './tables.ts';
import { compareTimes } from './timing.ts';

/** Everybody makes every call that is not for them. */
export const access = storm({
  name: 'access',
  summary: 'all calls of the contract × callers × foreign, random and malformed ids: nobody gets at what is not theirs',
  minutes: 2,
  sizes: {
    rounds: { what: 'random ids for each call and role', full: 60, short: 1 },
    timing: { what: 'comparisons of time for each call; 0: none', full: 300, short: 0 },
  },
  run: async (ground, { rounds, timing }) => {
    const market = await openMarket(ground, {
      roles: ['api', 'api'],
      environment: { KANTOR_PAYOUT_MIN_RUB: '1' },
    });
    const people = await createPeople(market);
    const gates = await compareTimes(market, people, timing);
    await market.settle();
    const before = await fingerprints(market.db);
    gates.push(...(await tryRefusals(market, people, rounds)), ...(await tryMethods(market, people)));
    const tables = await fingerprints(market.db);
    const touched = changed(before, tables);
    gates.push(
      gate('tables that refused calls changed', { exactly: 0 }, touched.length, { of: tables.size, cases: touched }),
    );
    gates.push(...(await tryReads(market, people)));
    return gates;
  },
});
