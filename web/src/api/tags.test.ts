import { expect, test } from 'vitest';
import { api } from './api';

/** What a read says that it shows, asked as for one object. */
interface Provider {
  providesTags?: Tags | ((answer: undefined, error: undefined, arg: unknown) => Tags);
}
type Tags = readonly (string | { id?: unknown })[];

test('whatever shows objects of a kind is told of each of them: no tag is without an id', async () => {
  await Promise.all(Object.values(import.meta.glob(['./*.ts', '!./*.test.ts'])).map((load) => load()));
  const unheard: string[] = [];
  const names = Object.keys(api.endpoints);
  expect(names.length).toBeGreaterThan(100);
  for (const name of names) {
    const look = ({ providesTags = [] }: Provider) => {
      const tags =
        typeof providesTags === 'function'
          ? providesTags(undefined, undefined, { id: '7', of: 'payouts' })
          : providesTags;
      if (tags.some((tag) => typeof tag === 'string' || tag.id === undefined)) unheard.push(name);
    };
    api.enhanceEndpoints({ endpoints: { [name]: look as never } });
  }
  expect(unheard).toEqual([]);
});
