import pg from 'pg';
import { vi } from 'vitest';

/** How many times `work` waits for the database: what is sent together counts once. Nothing else may be under way. */
export async function countSends(work: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return query.mock.calls.length;
  } finally {
    query.mockRestore();
  }
}
