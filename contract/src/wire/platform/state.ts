import { z } from 'zod';
import * as routes from '../../plain/platform-routes.ts';
import { call, empty, timestamp } from '../call.ts';

const count = z.number().int();

export const getState = call({
  ...routes.getState,
  summary: 'Состояние: версия, база, копии, очереди, узел, телефоны, проверка, ошибки',
  ok: 200,
  response: z.strictObject({
    at: timestamp,
    version: z.string(),
    database: z.strictObject({
      version: z.string(),
      /** Bytes. */
      size: count,
      /** The number of the last migration. */
      schema: count,
    }),
    /** Null: no backup was ever told of. */
    backup: z.strictObject({ at: timestamp, note: z.string() }).nullable(),
    /** The last restore that was tried, of a backup of some time: what was wrong in it. Null: none ever was. */
    drill: z.strictObject({ at: timestamp, backup_at: timestamp, violations: count, bad_files: count }).nullable(),
    /** The replica that much is read from: how old it is at most, as the process that answers knows it; null: that is not known. */
    replica: z.strictObject({ age_seconds: count.nullable(), is_read: z.boolean() }).nullable(),
    /** Bytes, of the folder of files on the machine that answers. */
    disk: z.strictObject({ free: count, total: count }),
    /** What waits to be worked on; counted up to 10 000. */
    queues: z.array(z.strictObject({ name: z.string(), count, since: timestamp.nullable() })),
    /** When each job last succeeded, in whichever process. */
    jobs: z.array(z.strictObject({ name: z.string(), succeeded_at: timestamp })),
    /** Rows that were forgotten after their term, ever, by what they are; what none was forgotten of may be missing. */
    forgotten: z.array(z.strictObject({ what: z.string(), n: count })),
    /** The last block that was read for good; null while no node is read. */
    chain: z.strictObject({ block: count, block_at: timestamp }).nullable(),
    phones: z.strictObject({ online: count, active: count }),
    /** The last run that was asked for, by the night or by somebody. */
    verification: z
      .strictObject({
        asked_at: timestamp,
        ended_at: timestamp.nullable(),
        /** It looked at what was made since then; null: at everything. */
        since: timestamp.nullable(),
        /** When everything was last looked at. */
        whole_at: timestamp.nullable(),
        violations: count.nullable(),
        found: z.array(z.strictObject({ invariant: z.string(), row: z.string(), problem: z.string() })),
      })
      .nullable(),
    /** Errors of the last 24 hours by kind, the most frequent first. */
    errors: z.array(z.strictObject({ kind: z.string(), n: count })),
  }),
});

export const askVerification = call({
  ...routes.askVerification,
  summary: 'Проверить все инварианты сейчас',
  ok: 204,
  response: empty,
});
