import { openMarket } from '../harness/market.ts';
import { storm } from '../harness/storm.ts';
import { tryTabs, tryThefts } from './families.ts';
import { BEHIND_BALANCER, flood } from './flood.ts';
import { tryGuesses } from './guesses.ts';

/** Those who sign in rightly, those who do not, and those who have stolen a token. */
export const signin = storm({
  name: 'signin',
  summary: 'honest tabs, stolen refresh tokens, guesses, and a flood of wrong sign-ins beside right ones',
  minutes: 3,
  sizes: {
    tabs: { what: 'honest tabs, ten of each browser', full: 1000, short: 40 },
    rounds: { what: 'times that they renew their session', full: 5, short: 2 },
    thefts: { what: 'stolen refresh tokens', full: 200, short: 8 },
    wrong: { what: 'wrong sign-ins of the flood', full: 2500, short: 600 },
    callers: { what: 'of them at once', full: 200, short: 60 },
  },
  run: async (ground, { tabs, rounds, thefts, wrong, callers }) => {
    const market = await openMarket(ground, {
      roles: ['api', 'api'],
      environment: BEHIND_BALANCER,
    });
    const isTimed = !ground.isShort;
    ground.say('tabs');
    const gates = await tryTabs(market, ground.random, { tabs, rounds });
    ground.say('thefts');
    gates.push(...(await tryThefts(market, { thefts, isTimed })));
    ground.say('flood');
    gates.push(...(await flood(market, { wrong, callers, isTimed })), ...(await tryGuesses(market)));
    return gates;
  },
});
