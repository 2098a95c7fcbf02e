import { opens, type KeyScope } from '@kantor/contract/plain/api-keys.ts';
import { SERVER_LISTS, type ServerList } from '@kantor/contract/plain/exports.ts';
import { mayDo } from '@kantor/contract/plain/rights.ts';
import { type Caller, mayCall } from '../../../http/endpoint.ts';
import type { AnyList, ListColumn } from '../../../http/list.ts';

/** Whether somebody sees a list, and may take it away; of the platform's people not everybody may. */
export function mayTake(caller: Caller, { call }: AnyList): boolean {
  if (call.right === 'public' || !mayCall(caller, call.right)) return false;
  const { role, memberRole } = caller;
  return role !== 'operator' || (memberRole !== undefined && mayDo({ role, memberRole }, 'platform.export'));
}

/** Whether a key of a merchant's server opens a list. */
export const opensList = (scopes: readonly KeyScope[], list: ServerList): boolean =>
  opens(scopes, { method: 'GET', scope: SERVER_LISTS[list] });

/** The columns that are asked for, in that order; all that the caller has something in where none is. */
export function columnsFor(
  { columns }: AnyList,
  { role }: Pick<Caller, 'role'>,
  keys: readonly string[] | null,
): readonly ListColumn<never>[] {
  const own = columns.filter(({ only }) => only === undefined || only === role);
  const asked = keys?.flatMap((key) => own.find((column) => column.key === key) ?? []) ?? [];
  return asked.length > 0 ? asked : own;
}
