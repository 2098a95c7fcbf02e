import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { notFound } from '../../kernel/errors.ts';
import type { Files } from './service/files.ts';

const link = z.strictObject({ expires: z.coerce.number().int(), signature: z.string().max(64) });

/** Serves a file by its link: as a download, in a sandbox, never as a page of ours. */
export function fileRoutes(api: FastifyInstance, files: Files): void {
  api.get<{ Params: { id: string } }>('/files/:id/', async (request, reply) => {
    const { data: query } = link.safeParse(request.query);
    const { data: id } = z.uuid().safeParse(request.params.id);
    if (query === undefined || id === undefined) throw notFound();
    const { bytes, name, mediaType } = await files.open(id, query.expires, query.signature);
    return reply
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cache-control', 'private, no-store')
      .type(mediaType)
      .send(bytes);
  });
}
