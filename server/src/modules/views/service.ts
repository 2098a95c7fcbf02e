import { MAX_VIEWS, VIEW_LISTS, type ViewList } from '@kantor/contract/plain/views.ts';
import type { Right } from '@kantor/contract/plain/rights.ts';
import type { Database } from '../../db/pool.ts';
import { breaks, type Locked, transaction, type Tx } from '../../db/tx.ts';
import type { Clock } from '../../kernel/clock.ts';
import { conflict, forbidden, notFound } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import * as store from './store.ts';

export interface Deps {
  db: Database;
  clock: Clock;
}

/** Who asks. */
export interface Self extends store.Viewer {
  /** Whether they are an owner of the account. */
  isOwner: boolean;
  may: (right: Right) => boolean;
}

/** A view, and what the person who asks is to it. */
export interface SeenView extends store.View {
  isOwn: boolean;
  mayChange: boolean;
}

const seenBy = (self: Self, view: store.View): SeenView => {
  const isOwn = view.personId === self.personId;
  return { ...view, isOwn, mayChange: isOwn || (view.isShared && self.isOwner) };
};

/** @throws ApiError 403 for whoever does not see the list. */
function assertSees({ may }: Self, list: ViewList): void {
  if (!may(VIEW_LISTS[list])) throw forbidden();
}

/** Locks a view that the person sees, of a list that they see. @throws ApiError 404. */
async function lockSeen(tx: Tx, self: Self, id: string): Promise<Locked<store.View>> {
  const view = await store.lockView(tx, self, id);
  if (view === undefined || !self.may(VIEW_LISTS[view.list])) throw notFound();
  return view;
}

/** The same, that they may change. @throws ApiError 404; 403 for another person's shared one. */
async function lockTheirs(tx: Tx, self: Self, id: string): Promise<Locked<store.View>> {
  const view = await lockSeen(tx, self, id);
  if (!seenBy(self, view).mayChange) throw forbidden('Этот вид меняет тот, кто его сделал, или владелец кабинета');
  return view;
}

/** The views of a list that the person sees, by name. @throws ApiError 403. */
export async function listViews({ db }: Deps, self: Self, list: ViewList): Promise<SeenView[]> {
  assertSees(self, list);
  return (await store.readViews(db, self, list)).map((view) => seenBy(self, view));
}

async function readSeen(tx: Tx, self: Self, { id, list }: { id: string; list: ViewList }): Promise<SeenView> {
  const view = (await store.readViews(tx, self, list)).find((each) => each.id === id);
  if (view === undefined) throw notFound();
  return seenBy(self, view);
}

type Content = Pick<store.View, 'name' | 'query' | 'isShared'>;

/**
 * Saves a view under a name; the person's own of the same name becomes this one, so that a repeat changes nothing.
 * @throws ApiError 403; 409 `too_many_views`.
 */
export function saveView({ db, clock }: Deps, self: Self, view: Content & { list: ViewList }): Promise<SeenView> {
  assertSees(self, view.list);
  const at = clock();
  return transaction(db, async (tx) => {
    if ((await store.countOthers(tx, self, view.list, view.name)) >= MAX_VIEWS)
      throw conflict('too_many_views', `У вас уже ${MAX_VIEWS} видов этого списка. Удалите лишние`);
    const id = await store.upsertView(tx, self, { id: newId(at), ...view }, at);
    if (!view.isShared) await store.forgetOthersDefaults(tx, id);
    return readSeen(tx, self, { id, list: view.list });
  });
}

/** Changes what is given. @throws ApiError 404; 403; 409 `view_name_taken`. */
export function changeView(
  { db }: Deps,
  self: Self,
  id: string,
  given: { [Name in keyof Content]?: Content[Name] | undefined },
): Promise<SeenView> {
  return transaction(db, async (tx) => {
    const view = await lockTheirs(tx, self, id);
    const { name = view.name, query = view.query, isShared = view.isShared } = given;
    await store.updateView(tx, view, { name, query, isShared });
    if (!isShared) await store.forgetOthersDefaults(tx, id);
    // An owner who closes another person's view sees it no more.
    const changed: store.View = Object.assign({}, view, { name, query, isShared });
    return seenBy(self, changed);
  }).catch((error: unknown) => {
    if (breaks(error, 'list_view_name')) throw conflict('view_name_taken', 'Вид с таким именем уже есть');
    throw error;
  });
}

/** @throws ApiError 404; 403. */
export const removeView = ({ db }: Deps, self: Self, id: string): Promise<void> =>
  transaction(db, async (tx) => store.deleteView(tx, await lockTheirs(tx, self, id)));

/** Chooses what opens from the menu; null: the list without filters. @throws ApiError 403; 404 also for a view of another list. */
export function chooseView({ db }: Deps, self: Self, list: ViewList, id: string | null): Promise<void> {
  assertSees(self, list);
  return transaction(db, async (tx) => {
    if (id === null) return store.clearDefault(tx, self, list);
    const view = await lockSeen(tx, self, id);
    if (view.list !== list) throw notFound();
    return store.setDefault(tx, self, view);
  });
}
