import { EXPORT_FILE_PATH } from '@kantor/contract/plain/export-routes.ts';
import { SCOPE_MISSING } from '@kantor/contract/plain/api-keys.ts';
import * as calls from '@kantor/contract/wire/exports.ts';
import { SERVER_LISTS, type ServerList } from '@kantor/contract/plain/exports.ts';
import * as server from '@kantor/contract/wire/merchant-exports.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { actorOf, originOf } from '../../http/actor.ts';
import type { Bind, Caller } from '../../http/endpoint.ts';
import { forbidden, notFound } from '../../kernel/errors.ts';
import { idempotentRequest, once } from '../idempotency/index.ts';
import { opensList } from './service/access.ts';
import { createExport, createServerExport, getExport, holderOf, listExports, stopExport } from './service/asking.ts';
import { createFetching, type FetchDeps, type Fetched } from './service/fetching.ts';
import type { Export } from './store/rows.ts';
import { toExport } from './wire.ts';

const TYPES: Record<Export['format'], string> = {
  csv: calls.CSV,
  xlsx: calls.XLSX,
};

/** The head of a download: never a page of ours. */
const headFile = (reply: FastifyReply, { file }: Fetched): FastifyReply =>
  reply
    .header('content-disposition', `attachment; filename="${file.fileName}"`)
    .header('content-length', String(file.size))
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', 'private, no-store')
    .type(TYPES[file.format]);

const link = z.strictObject({
  expires: z.coerce.number().int(),
  session: z.uuid(),
  account: z.uuid(),
  signature: z.string().max(64),
});

/** Lists as files, of the person who asks. */
export function exportRoutes(api: FastifyInstance, bind: Bind, deps: FetchDeps): void {
  const { db } = deps;
  const fetching = createFetching(deps);
  const shown = (caller: Caller, file: Export) => ({
    ...toExport(file),
    url: fetching.linkOf(caller, file),
  });
  bind(calls.createExport, async ({ caller, body, request }) => {
    const { object = null, columns = null, ...asked } = body;
    return shown(caller, await createExport(deps, caller, actorOf(caller, request), { ...asked, object, columns }));
  });
  bind(calls.listExports, async ({ caller }) => ({
    results: (await listExports(db, holderOf(caller))).map((file) => shown(caller, file)),
  }));
  bind(calls.getExport, async ({ caller, params }) => shown(caller, await getExport(db, holderOf(caller), params.id)));
  bind(calls.stopExport, async ({ caller, params }) =>
    shown(caller, await stopExport(deps, holderOf(caller), params.id)),
  );
  api.get(EXPORT_FILE_PATH, async (request, reply) => {
    const { data: params } = z.strictObject({ id: z.uuid() }).safeParse(request.params);
    const { data: given } = link.safeParse(request.query);
    if (params === undefined || given === undefined) throw notFound();
    const fetched = await fetching.fetchByLink({ ...params, ...given }, originOf(request));
    return headFile(reply, fetched).send(fetched.bytes);
  });
}

const isServerList = (list: string): list is ServerList => list in SERVER_LISTS;

/** A file of a list that the key does not open is none of its own. @throws ApiError 404. */
function assertOpens({ apiKey }: Caller, { list }: Export): ServerList {
  if (!isServerList(list) || !opensList(apiKey?.scopes ?? [], list)) throw notFound();
  return list;
}

/** The same for a merchant's server: its files are those of all its keys that open the list. */
export function serverExportRoutes(bind: Bind, deps: FetchDeps): void {
  const { db, clock } = deps;
  const fetching = createFetching(deps);
  const find = async (caller: Caller, id: string) => {
    const file = await getExport(db, holderOf(caller), id);
    return { file, list: assertOpens(caller, file) };
  };
  const shown = (file: Export, list: ServerList) => {
    const { name: _name, ...said } = toExport(file);
    return { ...said, list };
  };
  bind(server.createMerchantExport, ({ caller, body, request }) => {
    const { list, columns = null, ...asked } = body;
    if (!opensList(caller.apiKey?.scopes ?? [], list))
      throw forbidden(
        'У ключа API нет права на этот список. Создайте ключ с этим правом в разделе «Разработчику»',
        SCOPE_MISSING,
      );
    const key = idempotentRequest(request, caller.id, clock());
    const answer = once(key, server.createMerchantExport.response, (file: Export) => shown(file, list));
    return createServerExport(deps, caller, { ...asked, list, columns, object: null }, answer);
  });
  bind(server.getMerchantExport, async ({ caller, params }) => {
    const { file, list } = await find(caller, params.id);
    return shown(file, list);
  });
  bind(server.stopMerchantExport, async ({ caller, params }) => {
    const { list } = await find(caller, params.id);
    return shown(await stopExport(deps, holderOf(caller), params.id), list);
  });
  bind(server.getMerchantExportFile, async ({ caller, params, reply }) => {
    const { file } = await find(caller, params.id);
    const fetched = await fetching.fetchOwn(caller, file.id);
    headFile(reply, fetched);
    return fetched.bytes;
  });
}
