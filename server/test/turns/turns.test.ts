import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { AGAIN, ALONE, createTurns, type Kind, type Outcome } from '../../src/db/turns.ts';
import type { Database } from '../../src/db/pool.ts';

// Nothing here asks the database: the kinds of these tests do not use it.
const deps = { db: {} as Database, clock: () => new Date(0) };

interface Turn {
  kind: string;
  requests: readonly string[];
}

/** Turns whose members are written down, and which end when the test says so. */
function openTurns() {
  const turns = createTurns(deps);
  const taken: Turn[] = [];
  const alone: [request: string, isUnsure: boolean][] = [];
  let end = (): void => undefined;
  const kindOf = (name: string, outcomeOf: (request: string) => Outcome<string> = (answer) => ({ answer })) => {
    const kind: Kind<string, string> = {
      name,
      together: async (_, requests) => {
        taken.push({ kind: name, requests });
        await new Promise<void>((resolve) => (end = resolve));
        return requests.map((request) => outcomeOf(request));
      },
      alone: (_, request, isUnsure) => {
        alone.push([request, isUnsure]);
        return request === 'refused' ? Promise.reject(new Error('No')) : Promise.resolve(`${request} alone`);
      },
    };
    return (request: string) => turns.take(kind, request);
  };
  /** Ends the turn that is running. @returns once the next has begun, or none has. */
  const endTurn = async () => {
    const before = taken.length;
    end();
    for (let tick = 0; tick < 20 && taken.length === before; tick += 1) await Promise.resolve();
  };
  return { kindOf, taken, alone, endTurn };
}

/** So many operations share a turn at most. */
const FULL = 32;
const names = (count: number, prefix = '') => Array.from({ length: count }, (_, n) => `${prefix}${n}`);

describe('a turn', () => {
  test('takes what waits, in the order in which it came, thirty-two at most; the first does not wait for more', async () => {
    const { kindOf, taken, endTurn } = openTurns();
    const take = kindOf('kind');
    const answers = names(36).map((name) => take(name));
    expect(taken).toEqual([{ kind: 'kind', requests: ['0'] }]);
    await endTurn();
    await endTurn();
    await endTurn();
    expect(taken.map(({ requests }) => requests)).toEqual([['0'], names(33).slice(1), ['33', '34', '35']]);
    expect(await Promise.all(answers)).toEqual(names(36));
  });

  test('is one at a time, of the longest queue', async () => {
    const { kindOf, taken, endTurn } = openTurns();
    const [short, long] = [kindOf('short'), kindOf('long')];
    void short('first');
    for (const name of names(2)) void short(name);
    for (const name of names(3)) void long(name);
    expect(taken).toHaveLength(1);
    await endTurn();
    await endTurn();
    expect(taken.slice(1)).toEqual([
      { kind: 'long', requests: names(3) },
      { kind: 'short', requests: names(2) },
    ]);
  });

  test('passes a short queue over four times at most', async () => {
    const { kindOf, taken, endTurn } = openTurns();
    const [short, long] = [kindOf('short'), kindOf('long')];
    void long('first');
    void short('patient');
    void long('second');
    void long('third');
    for (let turn = 0; turn < 6; turn += 1) {
      await endTurn();
      for (const name of names(3)) void long(name);
    }
    expect(taken.map(({ kind }) => kind).slice(0, 6)).toEqual(['long', 'long', 'long', 'long', 'long', 'short']);
  });

  test('that is full begins beside one of another kind', () => {
    const { kindOf, taken } = openTurns();
    const [one, other] = [kindOf('one'), kindOf('other')];
    void one('first');
    for (const name of names(FULL - 1)) void other(name);
    expect(taken).toHaveLength(1);
    void other('31');
    expect(taken.slice(1)).toEqual([{ kind: 'other', requests: names(FULL) }]);
  });

  test('that is full begins when the one before is written, and the one before that is on the disk', async () => {
    const turns = createTurns(deps);
    const steps: { write: () => void; commit: () => void }[] = [];
    const kind: Kind<string, string> = {
      name: 'kind',
      together: async ({ onWritten }, requests) => {
        const { promise: isCommitted, resolve: commit } = Promise.withResolvers<void>();
        steps.push({ write: () => onWritten?.(), commit });
        await isCommitted;
        return requests.map((answer) => ({ answer }));
      },
      alone: () => Promise.reject(new Error('Nobody goes alone')),
    };
    const settle = async () => {
      for (let tick = 0; tick < 20; tick += 1) await Promise.resolve();
    };
    const answers = names(1 + FULL + FULL).map((name) => turns.take(kind, name));
    expect(steps).toHaveLength(1);
    steps[0]?.write();
    await settle();
    expect(steps).toHaveLength(2);
    steps[1]?.write();
    await settle();
    expect(steps).toHaveLength(2);
    steps[0]?.commit();
    await settle();
    expect(steps).toHaveLength(3);
    for (const { commit } of steps) commit();
    expect(await Promise.all(answers)).toHaveLength(1 + FULL + FULL);
  });
});

describe('an operation', () => {
  /** Turns that are written, and then committed, when the test says so. */
  function openPieces() {
    const steps: string[] = [];
    const pieces: (() => void)[] = [];
    const piece = () => new Promise<void>((resolve) => pieces.push(resolve));
    const kind: Kind<string, string> = {
      name: 'kind',
      together: async ({ onWritten }, requests) => {
        await piece();
        onWritten?.();
        await piece();
        steps.push(`${requests.join()} committed`);
        return requests.map((answer) => ({ answer }));
      },
      alone: () => Promise.reject(new Error('Nobody goes alone')),
    };
    const turns = createTurns(deps);
    const ask = async (name: string) => steps.push(`${await turns.take(kind, name)} answered`);
    /** The next piece of the turn that is running. @returns what has happened by then. */
    const goOn = async () => {
      pieces.shift()?.();
      await nextRounds();
      return steps;
    };
    return { ask, goOn };
  }
  const nextRounds = async () => {
    for (let round = 0; round < 3; round += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  /** The turn of one is over, that of the next has begun; timers wait for the test. */
  const afterFirstTurn = async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { ask, goOn } = openPieces();
    void ask('0');
    void ask('1');
    await goOn();
    return { steps: await goOn(), goOn };
  };

  test('is answered when the next turn is written', async () => {
    const { steps, goOn } = await afterFirstTurn();
    expect(steps).toEqual(['0 committed']);
    expect(await goOn()).toEqual(['0 committed', '0 answered']);
    expect(await goOn()).toEqual(['0 committed', '0 answered', '1 committed', '1 answered']);
  });

  test('waits five milliseconds at most for a next turn that the database keeps waiting', async () => {
    const { steps } = await afterFirstTurn();
    vi.advanceTimersByTime(4);
    await nextRounds();
    expect(steps).toEqual(['0 committed']);
    vi.advanceTimersByTime(1);
    await nextRounds();
    expect(steps).toEqual(['0 committed', '0 answered']);
  });

  test('that a turn leaves alone is done beside the next turn', async () => {
    const { kindOf, taken, alone, endTurn } = openTurns();
    const take = kindOf('kind', (request) => (request === 'odd' ? ALONE : { answer: request }));
    void take('first');
    const [odd, even] = [take('odd'), take('even')];
    const next = names(FULL).map((name) => take(name));
    await endTurn();
    await endTurn();
    expect(await Promise.all([odd, even])).toEqual(['odd alone', 'even']);
    expect(alone).toEqual([['odd', false]]);
    expect(taken).toHaveLength(3);
    await endTurn();
    await Promise.all(next);
  });

  test('that finds no room comes first in the next turn of its kind', async () => {
    const { kindOf, taken, endTurn } = openTurns();
    let isFull = true;
    const take = kindOf('kind', (request) => (request === 'late' && isFull ? AGAIN : { answer: request }));
    void take('first');
    const late = [take('early'), take('late')];
    const after = take('after');
    await endTurn();
    void take('last');
    await endTurn();
    isFull = false;
    await endTurn();
    expect(taken.at(-1)?.requests).toEqual(['late', 'last']);
    expect(await Promise.all([...late, after])).toEqual(['early', 'late', 'after']);
  });

  test('is not tried for ever, when a turn finds room for nobody', async () => {
    const { kindOf, taken, alone, endTurn } = openTurns();
    const take = kindOf('kind', () => AGAIN);
    const answer = take('nowhere');
    await endTurn();
    expect(await answer).toBe('nowhere alone');
    expect(taken).toHaveLength(1);
    expect(alone).toEqual([['nowhere', false]]);
  });

  test('of a turn that fails is done alone, each with its own outcome', async () => {
    const { kindOf, alone, endTurn } = openTurns();
    const take = kindOf('kind', (request) => {
      if (request === 'bad') throw new Error('All of it');
      return { answer: request };
    });
    void take('first');
    const all = ['good', 'bad', 'refused'].map((name) => take(name));
    await endTurn();
    await endTurn();
    expect(await Promise.allSettled(all)).toEqual([
      { status: 'fulfilled', value: 'good alone' },
      { status: 'fulfilled', value: 'bad alone' },
      { status: 'rejected', reason: new Error('No') },
    ]);
    // Nobody knows whether the turn was committed.
    expect(alone).toEqual([
      ['good', true],
      ['bad', true],
      ['refused', true],
    ]);
  });

  test('beyond two thousand without an outcome is refused, and told when to come back', async () => {
    const { kindOf, endTurn } = openTurns();
    const take = kindOf('kind');
    const waiting = names(2000).map((name) => take(name));
    await expect(take('one more')).rejects.toMatchObject({ status: 503, code: 'busy', retryAfter: 1 });
    for (let turn = 0; turn < 126; turn += 1) await endTurn();
    await Promise.all(waiting);
    const after = take('later');
    await endTurn();
    expect(await after).toBe('later');
  });
});
