import { expect, test } from 'vitest';
import { createTurns, type Kind } from '../../src/db/turns.ts';
import type { Database } from '../../src/db/pool.ts';

// A turn behind one that is written. Nothing here asks the database.

/** Turns that say which handle they were given, are written with `behind <number>`, and committed when the test says so. */
function openPlaces() {
  const turns = createTurns({ db: 'pool' as unknown as Database, clock: () => new Date(0) });
  const taken: { kind: string; db: unknown; requests: number; write: () => void; commit: () => void }[] = [];
  const kindOf = (name: string) => {
    const kind: Kind<number, number> = {
      name,
      together: async ({ db, onWritten }, requests) => {
        const { promise: isCommitted, resolve: commit } = Promise.withResolvers<void>();
        const next = `behind ${taken.length}` as unknown as Database;
        taken.push({ kind: name, db, requests: requests.length, write: () => onWritten?.(() => next), commit });
        await isCommitted;
        return requests.map((answer) => ({ answer }));
      },
      alone: () => Promise.reject(new Error('Nobody goes alone')),
    };
    return (count: number) => {
      for (let request = 0; request < count; request += 1) void turns.take(kind, request);
    };
  };
  const settle = async () => {
    for (let n = 0; n < 3; n += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  const write = async (n: number) => {
    taken[n]?.write();
    await settle();
  };
  const commit = async (n: number) => {
    taken[n]?.commit();
    await settle();
  };
  const told = () => taken.map(({ kind, db, requests }) => `${requests} ${kind} on ${String(db)}`);
  return { kindOf, settle, write, commit, told };
}
/** A turn of as many issues is under way. */
async function afterIssues(count: number) {
  const places = openPlaces();
  const [issue, end] = [places.kindOf('issues'), places.kindOf('ends')];
  issue(1);
  issue(count);
  await places.commit(0);
  return { ...places, issue, end };
}

test('begins with as many as that has, and takes half of both', async () => {
  const { end, settle, write, told } = await afterIssues(4);
  end(3);
  await write(1);
  expect(told().slice(1)).toEqual(['4 issues on pool']);
  end(7);
  await settle();
  expect(told().slice(2)).toEqual(['7 ends on behind 1']);
});

test('takes all who gathered behind a single one', async () => {
  const { end, write, told } = await afterIssues(1);
  end(31);
  expect(told().slice(1)).toEqual(['1 issues on pool']);
  await write(1);
  expect(told().slice(2)).toEqual(['31 ends on behind 1']);
});

test('may be of the same kind, and has another behind it', async () => {
  const { issue, end, settle, write, commit, told } = await afterIssues(2);
  await write(1);
  issue(2);
  await settle();
  end(2);
  await settle();
  expect(told().slice(2)).toEqual(['2 issues on behind 1']);
  await commit(1);
  await write(2);
  expect(told().slice(3)).toEqual(['2 ends on behind 2']);
});

test('goes beside it instead, when it is full', async () => {
  const { end, settle, write, told } = await afterIssues(4);
  await write(1);
  end(32);
  await settle();
  expect(told().slice(2)).toEqual(['32 ends on pool']);
});

test('is for one: whoever comes later gathers', async () => {
  const { end, settle, write, told } = await afterIssues(2);
  await write(1);
  end(2);
  await settle();
  end(5);
  await settle();
  expect(told().slice(2)).toEqual(['2 ends on behind 1']);
});

test('is a usual one when that is over', async () => {
  const { end, settle, write, commit, told } = await afterIssues(4);
  await write(1);
  end(3);
  await settle();
  expect(told()).toHaveLength(2);
  await commit(1);
  expect(told().slice(2)).toEqual(['3 ends on pool']);
  end(2);
  await write(2);
  expect(told()).toHaveLength(3);
  await commit(2);
  expect(told().slice(3)).toEqual(['2 ends on pool']);
});
