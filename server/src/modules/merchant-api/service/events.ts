import type { Reader } from '../../../db/tx.ts';
import { readEvents } from '../../merchant-events/index.ts';
import { cursorOfPlace, placeOf } from './lists.ts';

interface EventsQuery {
  since?: Date | undefined;
  cursor?: string | undefined;
  page_size: number;
  type?: string[] | undefined;
  object_id?: string | undefined;
}

/** What happened to a merchant's objects after a place, oldest first; what happens later comes after it. @throws ApiError 400 `cursor`. */
export async function listEvents(
  db: Reader,
  merchantId: string,
  { since: moment = new Date(0), cursor, page_size: limit, type: types, object_id: objectId }: EventsQuery,
) {
  const since = cursor === undefined ? { at: moment, n: 0n } : placeOf(cursor);
  const events = await readEvents(db, { merchantId, since, types, objectId, limit });
  return { events, nextCursor: cursorOfPlace(events.at(-1) ?? since) };
}
