import { z } from 'zod';
import { MAX_LENGTH } from '../../plain/limits.ts';
import * as routes from '../../plain/platform-routes.ts';
import { call, id, text } from '../call.ts';
import { account } from './objects.ts';

/** Accounts to choose from. */
export const listAccountChoices = call({
  ...routes.listAccountChoices,
  summary: 'Кабинеты для выбора: по части имени, двадцать первых; или один по его id',
  query: z.strictObject({ name: text(MAX_LENGTH.search, 0).default(''), id: id.optional() }),
  ok: 200,
  response: z.array(account),
});
