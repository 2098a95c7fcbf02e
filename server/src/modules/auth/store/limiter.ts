import { CompiledQuery } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../../db/pool.ts';

/** The part of an answer that the limiter of sign-ins reads. */
const counter = z.object({ points: z.number(), expire: z.bigint().transform(Number) });

/** The pool as `rate-limiter-flexible` wants it: it knows only clients of `pg`, and times as numbers. */
export function limiterClient(db: Database) {
  return {
    async query({ text, values }: { text: string; values: readonly unknown[] }) {
      const { rows, numAffectedRows } = await db.executeQuery(CompiledQuery.raw(text, [...values]));
      return { rows: rows.map((row) => counter.parse(row)), rowCount: Number(numAffectedRows ?? rows.length) };
    },
  };
}
