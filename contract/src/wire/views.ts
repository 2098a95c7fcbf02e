import { z } from 'zod';
import * as accountRoutes from '../plain/account-routes.ts';
import { MAX_VIEW_NAME, MAX_VIEW_QUERY, VIEW_LIST_NAMES } from '../plain/views.ts';
import { call, empty, id, idParams, text } from './call.ts';

const list = z.enum(VIEW_LIST_NAMES);

const name = text(MAX_VIEW_NAME);

/** What stands behind `?` of the list's address: filters, columns and the page's size. */
const query = z
  .string()
  .max(MAX_VIEW_QUERY, `Не длиннее ${MAX_VIEW_QUERY} символов`)
  .regex(/^[\w*.+%=&-]*$/, 'Это не адрес списка');

const view = z.strictObject({
  id,
  list,
  name: z.string(),
  query: z.string(),
  /** Whether everybody of the account sees it who sees the list. */
  is_shared: z.boolean(),
  /** The name of who made it. */
  made_by: z.string(),
  is_own: z.boolean(),
  /** Whoever made it may change and remove it, and of a shared one an owner of the account. */
  may_change: z.boolean(),
  /** Opens when the person comes to the list from the menu. */
  is_default: z.boolean(),
});

/** Beyond the specification. */
export const listViews = call({
  ...accountRoutes.listViews,
  summary: 'Виды списка: свои и общие кабинета',
  query: z.strictObject({ list }),
  ok: 200,
  response: z.strictObject({ results: z.array(view) }),
});

/** A name that the person has given to a view of this list before is given to this one. */
export const saveView = call({
  ...accountRoutes.saveView,
  summary: 'Сохранить вид списка под именем; свой вид с тем же именем заменяется',
  body: z.strictObject({ list, name, query, is_shared: z.boolean() }),
  refusals: { too_many_views: 409 },
  ok: 200,
  response: view,
});

export const changeView = call({
  ...accountRoutes.changeView,
  summary: 'Переименовать вид, открыть его кабинету или закрыть, дать ему другие фильтры и столбцы',
  params: idParams,
  body: z.strictObject({ name: name.optional(), query: query.optional(), is_shared: z.boolean().optional() }),
  refusals: { view_name_taken: 409 },
  ok: 200,
  response: view,
});

export const removeView = call({
  ...accountRoutes.removeView,
  summary: 'Удалить вид',
  params: idParams,
  ok: 200,
  response: empty,
});

export const chooseView = call({
  ...accountRoutes.chooseView,
  summary: 'Какой вид открывать из меню; null — список без фильтров',
  body: z.strictObject({ list, view: id.nullable() }),
  ok: 200,
  response: empty,
});
