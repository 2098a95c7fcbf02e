import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { transaction } from '../../src/db/tx.ts';
import { DAY, MINUTE } from '../../src/kernel/clock.ts';
import { MANUAL, setRate, staleAt } from '../../src/modules/rates/index.ts';
import { decideProposal, refreshRate } from '../../src/modules/rates/service.ts';
import { httpSource } from '../../src/modules/rates/source.ts';
import { findCurrentRate, readProposals } from '../../src/modules/rates/store.ts';
import { kantorTest } from '../support/fixtures.ts';
import type { Kantor } from '../support/kantor.ts';
import { startRateServer } from '../support/rate-server.ts';

const RULES = { jumpBp: 500n, sourceMaxAgeMs: 15 * MINUTE, manualMaxAgeMs: DAY };
const SECOND = 1000;
const EVERY = 30 * SECOND;

/** The rates of a marketplace, and a source of them. */
async function startRates(kantor: Kantor) {
  const server = await startRateServer();
  const byHand = (value: bigint) => {
    const at = kantor.clock();
    return transaction(kantor.db, (tx) =>
      setRate(tx, { value, source: MANUAL, staleAt: staleAt(RULES, MANUAL, at), at }),
    );
  };

  /** A worker asks the source, the usual time after the last one did. */
  const quote = (rate: string) => {
    server.says(rate);
    kantor.pass(EVERY);
    return ask();
  };
  const ask = () =>
    refreshRate({ ...kantor, source: httpSource({ url: server.url, path: 'price' }), rules: RULES, every: EVERY });

  const decide = (id: bigint, accept: boolean) =>
    transaction(kantor.db, (tx) => decideProposal(tx, { id, accept, at: kantor.clock() }, RULES));

  const rateNow = async () => (await findCurrentRate(kantor.db))?.value;
  const rows = async () => (await sql`select from rate`.execute(kantor.db)).rows.length;
  const proposals = async () => (await readProposals(kantor.db, 10)).map(({ status, value }) => [status, value]);
  const waiting = async () => {
    const [proposal] = await readProposals(kantor.db, 1);
    if (proposal?.status !== 'WAITING') throw new Error('Nothing waits');
    return proposal;
  };
  const events = async () =>
    (await sql<{ owners: string[] }>`select owners from outbox where kind = 'rate.changed'`.execute(kantor.db)).rows;
  const read = (path = 'price', limit?: number) =>
    httpSource({ url: `${server.url}?key=hunter2`, path, ...(limit && { limit }) }).read();
  return { server, byHand, quote, ask, decide, rateNow, rows, proposals, waiting, events, read };
}

const test = kantorTest.extend('rates', { scope: 'file' }, async ({ kantor }, { onCleanup }) => {
  const rates = await startRates(kantor);
  onCleanup(() => rates.server.close());
  return rates;
});

/** The operator sets 100 RUB, and everything before is forgotten. */
test.beforeEach(async ({ kantor, rates: { byHand } }) => {
  await sql`delete from rate_proposal`.execute(kantor.db);
  await sql`delete from rate`.execute(kantor.db);
  await byHand(100_0000n);
});

describe('a rate of the source', () => {
  test('is in force at once, everyone hears of it, and orders keep theirs', async ({
    rates: { quote, rateNow, events },
  }) => {
    const before = (await events()).length;
    expect(await quote('101.25')).toBe('change');
    expect(await rateNow()).toBe(101_2500n);
    expect((await events()).slice(before)).toEqual([{ owners: [] }]);
  });

  test('that says the same again is fresh again, without another row or another word', async ({
    kantor,
    rates: { quote, rows, events },
  }) => {
    await quote('101.25');
    const [before, told] = [await findCurrentRate(kantor.db), (await events()).length];
    expect(await quote('101.2500')).toBe('confirm');
    const now = await findCurrentRate(kantor.db);
    expect(await rows()).toBe(2);
    expect((await events()).length).toBe(told);
    expect(now?.createdAt).toEqual(before?.createdAt);
    expect(now?.confirmedAt).toEqual(kantor.clock());
    expect(now?.staleAt).toEqual(new Date(kantor.clock().getTime() + RULES.sourceMaxAgeMs));
  });

  test('that confirms what the operator set does not shorten what they promised', async ({
    kantor,
    rates: { quote },
  }) => {
    const promised = (await findCurrentRate(kantor.db))?.staleAt;
    expect(await quote('100')).toBe('confirm');
    expect((await findCurrentRate(kantor.db))?.staleAt).toEqual(promised);
  });

  test('is taken for the first, however far', async ({ kantor, rates: { quote, rateNow } }) => {
    await sql`delete from rate`.execute(kantor.db);
    expect(await quote('3.14159')).toBe('change');
    expect(await rateNow()).toBe(3_1416n);
  });
});

describe('a jump', () => {
  test.for([
    ['105', 'change'],
    ['105.0001', 'propose'],
    ['95', 'change'],
    ['94.9999', 'propose'],
  ] as const)('from 100 to %s: %s', async ([rate, verdict], { rates: { quote } }) => {
    expect(await quote(rate)).toBe(verdict);
  });

  test('waits for the operator: the old rate stays in force, and ages on', async ({
    kantor,
    rates: { quote, waiting },
  }) => {
    const before = await findCurrentRate(kantor.db);
    await quote('110');
    expect(await findCurrentRate(kantor.db)).toEqual(before);
    expect(await waiting()).toMatchObject({ value: 110_0000n, latest: 110_0000n, inForce: 100_0000n });
  });

  test('that the source stays near keeps its number, so that it can be accepted', async ({
    rates: { quote, proposals, waiting },
  }) => {
    await quote('110');
    const { id } = await waiting();
    expect(await quote('111.5')).toBe('repeat');
    expect(await waiting()).toMatchObject({ id, value: 110_0000n, latest: 111_5000n });
    expect(await quote('115.5')).toBe('repeat');
    expect(await quote('115.5001')).toBe('propose');
    expect(await proposals()).toEqual([
      ['WAITING', 115_5001n],
      ['REPLACED', 110_0000n],
    ]);
  });

  test.for([
    ['the rate in force', '100', 'confirm'],
    ['one near it', '101', 'change'],
  ] as const)('lapses once the source says %s', async ([_what, rate, verdict], { rates: { quote, proposals } }) => {
    await quote('110');
    expect(await quote(rate)).toBe(verdict);
    expect(await proposals()).toEqual([['LAPSED', 110_0000n]]);
  });

  test('lapses once the operator sets another rate', async ({ rates: { byHand, quote, proposals } }) => {
    await quote('110');
    await byHand(109_0000n);
    expect(await proposals()).toEqual([['LAPSED', 110_0000n]]);
    expect(await quote('110')).toBe('change');
  });

  test('accepted is in force from then on', async ({ kantor, rates: { quote, decide, waiting, events } }) => {
    await quote('110');
    await quote('111');
    const told = (await events()).length;
    const { id } = await waiting();
    kantor.pass(MINUTE);
    expect(await decide(id, true)).toMatchObject({ status: 'ACCEPTED' });
    expect(await findCurrentRate(kantor.db)).toMatchObject({
      value: 110_0000n,
      confirmedAt: kantor.clock(),
      staleAt: new Date(kantor.clock().getTime() + RULES.sourceMaxAgeMs),
    });
    expect((await events()).length).toBe(told + 1);
    expect(await quote('111')).toBe('change');
  });

  test('declined is not asked for again until the source came back once', async ({
    rates: { quote, decide, rateNow, proposals, waiting },
  }) => {
    await quote('110');
    await decide((await waiting()).id, false);
    expect(await quote('110')).toBe('declined');
    expect(await quote('112')).toBe('declined');
    expect(await rateNow()).toBe(100_0000n);
    expect(await proposals()).toEqual([['DECLINED', 110_0000n]]);
    // Another one altogether is asked for.
    expect(await quote('120')).toBe('propose');
    await decide((await waiting()).id, false);
    expect(await quote('100')).toBe('confirm');
    expect(await quote('120')).toBe('propose');
  });

  test('is decided once', async ({ rates: { quote, decide, waiting } }) => {
    await quote('110');
    const { id } = await waiting();
    const outcomes = await Promise.all([decide(id, true), decide(id, false), decide(id, true)]);
    expect(outcomes.filter((outcome) => outcome !== undefined)).toHaveLength(1);
    expect(await decide(id, true)).toBeUndefined();
    expect(await decide(0n, true)).toBeUndefined();
  });
});

describe('several workers', () => {
  test('ask once where one has just asked', async ({ kantor, rates: { server, quote, ask } }) => {
    await quote('101');
    const asked = server.asked();
    kantor.pass(EVERY / 2 - 1);
    expect(await ask()).toBe('fresh');
    kantor.pass(1);
    expect(await ask()).toBe('confirm');
    expect(server.asked()).toBe(asked + 1);
  });

  test('ask at once after the operator has set a rate: that one is not the word of the source', async ({
    rates: { byHand, quote, ask, rateNow },
  }) => {
    await quote('101');
    await byHand(100_0000n);
    expect(await ask()).toBe('change');
    expect(await rateNow()).toBe(101_0000n);
  });

  test('that quote the same at once write one row', async ({ kantor, rates: { server, ask, rows, proposals } }) => {
    server.says('101');
    kantor.pass(EVERY);
    const verdicts = await Promise.all(Array.from({ length: 8 }, ask));
    expect(verdicts.filter((verdict) => verdict === 'change')).toHaveLength(1);
    expect(await rows()).toBe(2);
    server.says('150');
    kantor.pass(EVERY);
    await Promise.all(Array.from({ length: 8 }, ask));
    expect(await proposals()).toHaveLength(1);
  });

  test('do not put an older word over a newer one', async ({ kantor, rates: { server, quote, ask, rateNow } }) => {
    let finish = () => undefined as void;
    const heard = new Promise<void>((resolve) => {
      server.does((response) => {
        finish = () => void response.end('{"price": 101}');
        resolve();
      });
    });
    kantor.pass(EVERY);
    const slow = ask();
    await heard;
    await quote('102');
    finish();
    expect(await slow).toBe('late');
    expect(await rateNow()).toBe(102_0000n);
  });
});

describe('a source that is of no use changes nothing, and says why', () => {
  const failure = async (read: Promise<bigint>) => String(await read.catch((error: unknown) => error));

  test('another status', async ({ rates: { server, read } }) => {
    for (const status of [500, 404, 204]) {
      server.does((response) => void response.writeHead(status).end());
      expect(await failure(read())).toMatch(
        new RegExp(`^Error: The rate source 127.0.0.1:\\d+ is of no use: it answered with status ${status}\\.$`),
      );
    }
  });

  test('a redirect: nobody decided to trust where it leads', async ({ rates: { server, read } }) => {
    const other = await startRateServer();
    other.says('92.5');
    server.does((response) => void response.writeHead(302, { location: other.url }).end());
    expect(await failure(read())).toContain('it answered with status 302');
    expect(other.asked()).toBe(0);
    other.close();
  });

  test('an answer without end', async ({ rates: { server, read } }) => {
    server.does((response) => {
      const more = () => {
        while (response.write('x'.repeat(65_536)));
      };
      response.on('drain', more);
      more();
    });
    expect(await failure(read())).toContain('its answer is longer than 262144 bytes');
  });

  test('an answer that is just short enough is read', async ({ rates: { server, read } }) => {
    const body = `{"price": 92.5, "more": "${'x'.repeat(262_144 - 35)}"}`;
    server.does((response) => void response.end(body));
    expect(await read()).toBe(92_5000n);
  });

  test('no answer, and one that stops half-way', async ({ kantor, rates: { server, ask, rows, read } }) => {
    server.does(() => undefined);
    expect(await failure(read('price', 50))).toContain('it took too long');
    server.does((response) => void response.write('{"price":'));
    expect(await failure(read('price', 50))).toContain('it took too long');
    const [asked, before] = [await rows(), await findCurrentRate(kantor.db)];
    server.does((response) => void response.end('{"price": 0}'));
    kantor.pass(EVERY);
    await expect(ask()).rejects.toThrow('price is no plain decimal number above 0');
    expect([await rows(), await findCurrentRate(kantor.db)]).toEqual([asked, before]);
  });

  test('nobody there; and never with the key in its address', async () => {
    const gone = await startRateServer();
    gone.close();
    const why = await failure(httpSource({ url: `${gone.url}?key=hunter2`, path: '' }).read());
    expect(why).toContain('ECONNREFUSED');
    expect(why).not.toContain('hunter2');
  });
});
