import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { notFound } from '../../kernel/errors.ts';
import type { FileLink, Files, LinkHolder } from './service/files.ts';

const link = z.strictObject({
  expires: z.coerce.number().int(),
  session: z.uuid().optional(),
  account: z.uuid().optional(),
  key: z.uuid().optional(),
  signature: z.string().max(64),
});

/** Undefined when the address is no link of ours. */
function readLink(params: unknown, query: unknown): FileLink | undefined {
  const { data: fileId } = z.strictObject({ id: z.uuid() }).safeParse(params);
  const { data } = link.safeParse(query);
  if (fileId === undefined || data === undefined) return undefined;
  const { session, account, key, ...rest } = data;
  const holder = holderOf({ session, account, key });
  return holder && { fileId: fileId.id, holder, ...rest };
}

type HolderFields = Record<'session' | 'account' | 'key', string | undefined>;

/** A session in an account, or a key; undefined for anything else. */
function holderOf({ session, account: accountId, key }: HolderFields): LinkHolder | undefined {
  if (key !== undefined) return session === undefined && accountId === undefined ? { kind: 'key', id: key } : undefined;
  return session === undefined || accountId === undefined ? undefined : { kind: 'session', id: session, accountId };
}

/** Serves a file by its link: as a download, in a sandbox, never as a page of ours. */
export function fileRoutes(api: FastifyInstance, files: Files): void {
  api.get('/files/:id/', async (request, reply) => {
    const given = readLink(request.params, request.query);
    if (given === undefined) throw notFound();
    const { bytes, name, mediaType } = await files.open(given);
    return reply
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cache-control', 'private, no-store')
      .type(mediaType)
      .send(bytes);
  });
}
