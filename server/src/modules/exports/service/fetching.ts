import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Readable } from 'node:stream';
import { EXPORT_FILE_PATH } from '@kantor/contract/plain/export-routes.ts';
import { API_BASE } from '@kantor/contract/plain/routes.ts';
import { transaction } from '../../../db/tx.ts';
import type { Caller } from '../../../http/endpoint.ts';
import type { Origin } from '../../../kernel/actor.ts';
import { deriveKeys, type ServerSecrets } from '../../../kernel/derive-key.ts';
import { conflict, notFound } from '../../../kernel/errors.ts';
import { appendAudit } from '../../audit/index.ts';
import type { LinkHolder } from '../../files/index.ts';
import { type Export, readExport, readExportIn } from '../store/rows.ts';
import { holderOf } from './asking.ts';
import type { Making } from './making.ts';
import { holderNow } from './reading.ts';

export interface FetchDeps extends Making {
  /** The server's: the key that signs links is derived from it. */
  secret: ServerSecrets;
  /** Whether a session has not ended, and is in this account. */
  isInForce: (holder: LinkHolder) => Promise<boolean>;
}

/** What a link says: which file, whose session in which account, until when. */
export interface ExportLink {
  id: string;
  session: string;
  account: string;
  /** Milliseconds since 1970. */
  expires: number;
  signature: string;
}

export interface Fetched {
  file: Export;
  bytes: Readable;
}

/** The links of files, which a browser follows without a token, and what they lead to. */
export function createFetching({ secret, isInForce, ...making }: FetchDeps) {
  const { db, clock, disk, lists } = making;
  const keys = deriveKeys(secret, 'export link');
  const sign = ({ id, session, account, expires }: Omit<ExportLink, 'signature'>, key = keys[0]) =>
    createHmac('sha256', key)
      .update([`export/${id}`, session, account, expires].join('/'))
      .digest('base64url');
  const isThere = (file: Export) => file.state === 'done' && file.expiresAt !== null && file.expiresAt > clock();

  async function open(file: Export | undefined): Promise<Fetched> {
    const list = lists.find(({ name }) => name === file?.list);
    if (file === undefined || list === undefined) throw notFound();
    const isToCome = file.state === 'queued' || file.state === 'running';
    if (!isToCome && !isThere(file)) throw notFound();
    await holderNow(db, file, list);
    if (isToCome) throw conflict('export_not_ready', 'Файл ещё готовится: заберите его, когда он будет готов');
    const bytes = await disk.read(file.id);
    if (bytes === undefined) throw notFound();
    return { file, bytes };
  }

  return {
    /** The link of a person's file: of this session, while the file is there. */
    linkOf({ id: account, session: signedIn }: Caller, file: Export): string | null {
      if (!isThere(file) || file.expiresAt === null || signedIn === undefined) return null;
      const link = { id: file.id, session: signedIn.id, account, expires: file.expiresAt.getTime() };
      const query = new URLSearchParams({
        ...{ expires: String(link.expires), session: link.session, account },
        signature: sign(link),
      });
      return `${API_BASE}${EXPORT_FILE_PATH.replace(':id', file.id)}?${query.toString()}`;
    },

    /**
     * The file of a link; who takes it stands in the journal.
     * @throws ApiError 404 for a link that is forged, expired, of one who was put out, or to nothing; 403 for who sees the list no more;
     *   409 `export_not_ready`.
     */
    async fetchByLink(link: ExportLink, origin: Origin): Promise<Fetched> {
      const given = Buffer.from(link.signature);
      const isOurs = keys.some((key) => {
        const right = Buffer.from(sign(link, key));
        return right.length === given.length && timingSafeEqual(right, given);
      });
      if (!isOurs || link.expires <= clock().getTime()) throw notFound();
      if (!(await isInForce({ kind: 'session', id: link.session, accountId: link.account }))) throw notFound();
      const fetched = await open(await readExportIn(db, link.account, link.id));
      const { file } = fetched;
      const list = lists.find(({ name }) => name === file.list);
      const holder = list && (await holderNow(db, file, list));
      if (holder?.person !== undefined) {
        const { id: personId, username: name } = holder.person;
        const entry = {
          actor: { personId, name, accountId: file.accountId, ...origin },
          action: 'fetch-export',
          object: { kind: 'list', id: file.list },
          before: null,
          after: { file: file.fileName, rows: file.rowsDone },
        };
        await transaction(db, (tx) => appendAudit(tx, entry, clock()));
      }
      return fetched;
    },

    /** The file of a merchant's server. @throws ApiError 404, 409 `export_not_ready`. */
    fetchOwn: async (caller: Caller, id: string): Promise<Fetched> => open(await readExport(db, holderOf(caller), id)),
  };
}
