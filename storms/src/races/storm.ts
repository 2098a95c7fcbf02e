import { noDeadlocks } from '../harness/deadlocks.ts';
import { openMarket } from '../harness/market.ts';
import { storm } from '../harness/storm.ts';
import { keepVerifying } from '../harness/watch.ts';
import { raceAppeals, raceEnds } from './ends.ts';
import { raceKeys } from './keys.ts';
import { raceMessages } from './messages.ts';
import { raceMoney } from './money.ts';
import { racePayouts } from './payouts.ts';
import { racePlaces } from './places.ts';
import { createWorld } from './world.ts';

/** Money and places, wanted by many at the same moment through two servers, while two workers do their part. */
export const races = storm({
  name: 'races',
  summary: 'many at once want what can happen once: ends of orders, places, money, payouts, keys, messages',
  minutes: 4,
  sizes: {
    callers: { what: 'calls at once on each thing', full: 200, short: 24 },
    orders: { what: 'orders, and a part of it of everything else', full: 100, short: 6 },
  },
  run: async (ground, { callers, orders }) => {
    const market = await openMarket(ground, {
      roles: ['api', 'api', 'worker', 'worker'],
      durability: ground.isShort ? 'none' : 'full',
    });
    const merchant = await market.createMerchant({ balance: 10_000_000 });
    const { world, gate } = createWorld(ground, market, merchant);
    const verifying = keepVerifying(market.db);
    const few = { callers: Math.ceil(callers / 4), orders: Math.ceil(orders / 4) };
    ground.say('ends of orders');
    const gates = await raceEnds(world, { callers, orders });
    ground.say('appeals');
    gates.push(...(await raceAppeals(world, few)));
    ground.say('places, money');
    gates.push(...(await racePlaces(world, callers)), ...(await raceMoney(world, few.callers)));
    ground.say('payouts');
    gates.push(...(await racePayouts(world, few)));
    ground.say('keys');
    gates.push(...(await raceKeys(world, few)));
    ground.say('messages');
    gates.push(...(await raceMessages(world, orders * 2)));
    return [...gates, gate(), await noDeadlocks(market.db, callers * orders), await verifying.finish()];
  },
});
