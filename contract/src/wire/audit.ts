import { z } from 'zod';
import { MAX_LENGTH } from '../plain/limits.ts';
import * as platformRoutes from '../plain/platform-routes.ts';
import * as accountRoutes from '../plain/account-routes.ts';
import { call, id, pageQuery, text } from './call.ts';
import { account, deed, platformFilters, platformPage } from './platform/objects.ts';

const journalRow = deed.extend({
  /** Null: it was not a person of the account, or a command by nobody in particular. */
  person: id.nullable(),
  /** From where, for those whose account it was done in; null: by a command, or by the platform. */
  from: z.strictObject({ address: z.string(), browser: z.string() }).nullable(),
  object: z.strictObject({ kind: z.string(), id: z.string() }),
});

const filters = {
  person: id.optional(),
  kind: text(50, 0).optional(),
  /** An object's id. */
  object: text(MAX_LENGTH.search, 0).optional(),
  before: platformFilters.before,
};

export const listJournal = call({
  ...accountRoutes.listJournal,
  summary: 'Журнал: кто и что делал в кабинете, новое сверху',
  query: pageQuery(30, filters),
  ok: 200,
  response: platformPage(journalRow),
});

export const listPlatformJournal = call({
  ...platformRoutes.listPlatformJournal,
  summary: 'Журнал всех кабинетов и команд, новое сверху',
  query: pageQuery(30, { ...filters, account: id.optional() }),
  ok: 200,
  response: platformPage(
    journalRow.extend({
      /** The account that the person was in; null: a command. */
      account: account.nullable(),
      /** The account of the machine that ran the command. */
      os_user: z.string().nullable(),
    }),
  ),
});
