import { buildWeb } from '../../../scripts/web-build.mjs';
import { findChromium } from '../../../scripts/chromium.mjs';
import { type Gate, gate, noneOf } from '../harness/gates.ts';
import { NO_QUOTAS, openMarket } from '../harness/market.ts';
import { storm } from '../harness/storm.ts';
import { payloads } from './payloads.ts';
import { openBrowser, type Sightings, signInAt, visit } from './screens.ts';
import { writeEverywhere } from './texts.ts';

/** The lists and forms of each role. */
const SCREENS = {
  trader: [
    '/balance',
    '/orders',
    '/appeals',
    '/payments',
    '/requisites',
    '/requisites/new',
    '/cabinets',
    '/cabinets/new',
    '/transactions',
    '/notifications',
    '/pings',
    '/usdt-withdrawals',
    '/usdt-withdrawals/new',
  ],
  merchant: [
    '/balance',
    '/orders',
    '/appeals',
    '/payments',
    '/payments/new',
    '/history',
    '/wallets',
    '/withdrawals',
    '/withdrawals/new',
    '/webhooks',
  ],
} as const;
const PAGES = 3;

/** Texts that would run, were they ever taken for more than text, in every field, seen on every screen. */
export const browser = storm({
  name: 'browser',
  summary: 'payloads in every field that anybody can write, seen on all screens in Chromium: none runs',
  minutes: 6,
  sizes: {
    payloads: { what: 'ways in which a text would run (60 at most)', full: 60, short: 6 },
    screens: { what: 'pages of single objects that are looked at, at most', full: 220, short: 8 },
  },
  run: async (ground, sizes): Promise<Gate[]> => {
    const [executablePath] = await Promise.all([findChromium(), buildWeb()]);
    const market = await openMarket(ground, {
      roles: ['api', 'worker'],
      environment: NO_QUOTAS,
    });
    const people = {
      trader: await market.createTrader({ payouts: true }),
      merchant: await market.createMerchant({ balance: 1_000_000 }),
    };
    await market.createRequisite(people.trader.id);
    ground.say('writing');
    const { taken, shown } = await writeEverywhere(market, people, payloads(sizes.payloads));
    ground.say(`${taken} texts were taken`);
    const { url } = market.anyServer();
    const chromium = await openBrowser(ground, executablePath);
    const sightings: Sightings = { ran: [], violations: [], scripts: [], unprotected: [], screens: 0, withText: 0 };
    // Of each kind of page some, whatever the limit.
    const step = Math.max(1, Math.ceil(shown.length / sizes.screens));
    for (const role of ['trader', 'merchant'] as const) {
      const page = await signInAt(chromium, url, people[role], sightings);
      const lists = SCREENS[role].flatMap((path) =>
        ground.isShort || path.endsWith('/new')
          ? [path]
          : Array.from({ length: PAGES }, (_, n) => `${path}?page=${n + 1}&page_size=30`),
      );
      const objects = shown.filter((each, n) => each.role === role && n % step === 0).map(({ path }) => path);
      for (const path of [...lists, ...objects]) {
        ground.signal.throwIfAborted();
        await visit(page, url, path, sightings);
      }
    }
    const { ran, violations, scripts, unprotected, screens, withText } = sightings;
    return [
      gate('texts that were taken', { least: sizes.payloads }, taken),
      gate('screens that show one, as text', { least: Math.ceil(screens / 5) }, withText, { of: screens }),
      noneOf('payloads that ran', ran, screens),
      noneOf('addresses that are scripts', scripts, screens),
      noneOf('violations of the content security policy', violations, screens),
      noneOf('screens without the policy', unprotected, screens),
    ];
  },
});
