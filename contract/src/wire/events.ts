import { z } from 'zod';
import * as routes from '../plain/routes.ts';
import { TAGS } from '../plain/tags.ts';
import { call, id } from './call.ts';

/** Something that a client may hold is no longer as it was. */
const change = z.strictObject({
  tag: z.enum(TAGS),
  /** The object, which lists may show too; absent: everything of this tag. */
  id: id.optional(),
  /** The number of its new objects. */
  created: z.number().int().positive().optional(),
});
export type Change = z.infer<typeof change>;

/** The `data` of each event: the changes, every tag without an id when the server does not know since when. */
export const changes = z.array(change);

export const EVENT_STREAM = 'text/event-stream';

/**
 * Server-Sent Events for as long as the access token is in force: https://html.spec.whatwg.org/multipage/server-sent-events.html
 * Each `id` is a cursor of the stream; with it as `Last-Event-ID` a client misses nothing and gets nothing twice.
 * Without it, the stream begins with what changed in the last 15 seconds: the client may have read it before the change.
 */
export const streamEvents = call({
  ...routes.streamEvents,
  summary: 'Поток изменений',
  type: EVENT_STREAM,
  headers: {
    'cache-control': 'no-store, no-transform',
    // nginx would otherwise collect the stream before it passes it on.
    'x-accel-buffering': 'no',
  },
  ok: 200,
  response: z.custom<AsyncIterable<string>>(),
});
