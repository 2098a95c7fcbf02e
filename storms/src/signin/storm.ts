import { openMarket } from '../harness/market.ts';
import { storm } from '../harness/storm.ts';
import { BEHIND_BALANCER, flood } from './flood.ts';

/** Strangers who would keep people from signing in. */
export const signin = storm({
  name: 'signin',
  summary: 'wrong sign-ins from many addresses, and people who sign in meanwhile',
  minutes: 1,
  sizes: {
    wrong: { what: 'wrong sign-ins', full: 2500, short: 300 },
    callers: { what: 'of them at once', full: 200, short: 60 },
  },
  run: async (ground, sizes) => {
    const market = await openMarket(ground, { roles: ['api', 'api'], environment: BEHIND_BALANCER });
    ground.say('a flood of wrong sign-ins');
    return flood(market, { ...sizes, isTimed: !ground.isShort });
  },
});
