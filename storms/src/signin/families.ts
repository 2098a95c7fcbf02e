import { setTimeout as delay } from 'node:timers/promises';
import { pick, type Random } from '@kantor/demo/random.ts';
import { sql } from 'kysely';
import { percentile, times } from '../harness/calls.ts';
import { type Gate, gate, noneOf } from '../harness/gates.ts';
import type { Market } from '../harness/market.ts';
import { isLetIn, renew, signIn, type Tokens, tokensOf } from './browser.ts';

const WIDTH = 24;
/** Of one user at once. */
const MAX_SESSIONS = 10;
/** A stolen session is over everywhere within this time. */
const ENDED_WITHIN_MS = 6000;
const LOOK_MS = 50;

/** Signs so many sessions in, no more of one user than they may have. */
async function openSessions(market: Market, count: number): Promise<Tokens[]> {
  const sessions: Tokens[] = [];
  for (let users = Math.ceil(count / MAX_SESSIONS); users > 0; users -= 1) {
    const { username } = await market.createPerson('operator');
    await times(Math.min(MAX_SESSIONS, count - sessions.length), 4, async () => {
      const tokens = tokensOf(await signIn(market, { username }));
      if (tokens === undefined) throw new Error(`${username} could not sign in`);
      sessions.push(tokens);
    });
  }
  return sessions;
}

/**
 * Browsers with several tabs, which all show the same token at the same moment, round after round; of some answers nobody hears, and
 * the tab shows its token again. Nobody is signed out.
 */
export async function tryTabs(
  market: Market,
  random: Random,
  { tabs, rounds }: { tabs: number; rounds: number },
): Promise<Gate[]> {
  const TABS_OF_BROWSER = 10;
  const browsers = await openSessions(market, Math.ceil(tabs / TABS_OF_BROWSER));
  const out: string[] = [];
  let renewals = 0;
  for (let round = 0; round < rounds; round += 1) {
    await times(browsers.length, Math.ceil(WIDTH / TABS_OF_BROWSER), async (index) => {
      const { refresh } = browsers[index] ?? { refresh: '' };
      const shown = Array.from({ length: TABS_OF_BROWSER }, async () => {
        // The first answer is lost on its way.
        if (random() < 0.3) await renew(market, refresh);
        return renew(market, refresh);
      });
      const answers = await Promise.all(shown);
      renewals += answers.length;
      const good = answers.flatMap((answer) => tokensOf(answer) ?? []);
      for (const { status, text } of answers) if (status !== 200) out.push(`browser ${index}: ${status} ${text}`);
      // The tabs share what they keep: the last to write wins, and any of the answers must do.
      if (good.length > 0) browsers[index] = pick(random, good);
    });
  }
  for (const [index, { access }] of browsers.entries()) {
    if (!(await isLetIn(market, access))) out.push(`browser ${index} is signed out`);
  }
  return [noneOf(`honest tabs signed out, ${tabs} in ${rounds} rounds`, out, renewals)];
}

/** A refresh token that a thief has, too: whoever comes second ends the session for both. */
export async function tryThefts(
  market: Market,
  { thefts, isTimed }: { thefts: number; isTimed: boolean },
): Promise<Gate[]> {
  const families = await openSessions(market, thefts);
  const first = new Map<Tokens, Tokens>();
  await times(families.length, WIDTH, async (index) => {
    const family = families[index];
    const next = family && tokensOf(await renew(market, family.refresh));
    if (family && next) first.set(family, next);
  });
  // The time passes in which an honest tab may show a replaced token again.
  await sql`update refresh_token set replaced_at = replaced_at - interval '1 minute' where replaced_at is not null`.execute(
    market.db,
  );
  const alive: string[] = [];
  const taken: number[] = [];
  await times(families.length, WIDTH, async (index) => {
    const family = families[index];
    const next = family && first.get(family);
    if (family === undefined || next === undefined) return void alive.push(`family ${index} never began`);
    // Every server knows the session, and may keep what it knows for a while.
    await isLetIn(market, next.access);
    const second = await renew(market, family.refresh);
    const third = await renew(market, next.refresh);
    if (second.status !== 401 || third.status !== 401) alive.push(`family ${index}: ${second.status}, ${third.status}`);
    const since = performance.now();
    while (await isLetIn(market, next.access)) {
      if (performance.now() - since > 4 * ENDED_WITHIN_MS)
        return void alive.push(`family ${index}: its access token lives`);
      await delay(LOOK_MS);
    }
    taken.push(performance.now() - since);
  });
  return [
    noneOf('stolen sessions that go on', alive, families.length),
    ...(isTimed
      ? [
          gate('a stolen session is over everywhere, the most', { most: ENDED_WITHIN_MS }, percentile(taken, 100), {
            unit: 'ms',
          }),
        ]
      : []),
  ];
}
