import { z } from 'zod';
import { INBOX } from '../plain/inbox.ts';
import * as routes from '../plain/routes.ts';
import { call, id, timestamp } from './call.ts';
import { rub } from './money.ts';

const item = z.strictObject({
  what: z.enum(INBOX),
  count: z.number().int().positive(),
  /** The one that it is about, or the most urgent of several. */
  id,
  /** Of the oldest, where one has an age. */
  since: timestamp.nullable(),
  /** When the most urgent is lost. */
  until: timestamp.nullable(),
  /** Of all of them, where they have one. */
  sum: rub.nullable(),
});

/** Beyond the specification. */
export const getInbox = call({
  ...routes.getInbox,
  summary: 'Что требует внимания',
  ok: 200,
  response: z.strictObject({
    /** The most urgent first. */
    items: z.array(item),
    /** Nothing has to happen for the answer to be another one from then on; null: only events change it. */
    changes_at: timestamp.nullable(),
  }),
});
