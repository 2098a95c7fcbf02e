import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '../db/pool.ts';
import { watched } from '../db/watch.ts';
import { SECOND } from '../kernel/clock.ts';
import { ApiError } from '../kernel/errors.ts';
import { agesOf, isLate, type Part } from '../kernel/parts.ts';
import { listenApart, type Listening, type Place } from './own-port.ts';

/** Balancers ask every second or two. */
const DATABASE_LIMIT_MS = 2 * SECOND;

const asksDatabase = (db: Database): Promise<boolean> =>
  watched(DATABASE_LIMIT_MS, () => sql`select 1`.execute(db)).then(
    () => true,
    () => false,
  );

interface Health {
  db: Database;
  /** All parts of the process. */
  parts: () => readonly Part[];
  /** Those without which nobody should send us work. */
  needed: (part: Part) => boolean;
  /** Whether the process is about to end. */
  isDraining: () => boolean;
  /** Why the process's clock is wrong: a sentence; undefined while it is right. */
  clockFault: () => string | undefined;
}

/** 503, with what is missing. */
class NotReady extends ApiError {
  override readonly more: Record<string, unknown>;

  constructor(more: Record<string, unknown>, code = 'not_ready', detail = 'Сервис ещё не готов') {
    super(503, code, detail);
    this.more = more;
  }
}

/**
 * The answer of /ready: whether the database answers, and the seconds since each part last succeeded. `late` names those that
 * stand still for longer than they may.
 * @throws ApiError 503 `not_ready` when the database does not answer or a needed part is late, `clock_apart` when the process's
 * clock is wrong.
 */
async function askHealth({ db, parts, needed, isDraining, clockFault }: Health) {
  if (isDraining()) throw new NotReady({});
  const hasDatabase = await asksDatabase(db);
  const all = parts();
  const late = all.filter((part) => part.isNeeded && isLate(part));
  const state = { database: hasDatabase, late: late.map(({ name }) => name), ages: agesOf(all) };
  if (!hasDatabase || late.some(needed)) throw new NotReady(state);
  const fault = clockFault();
  if (fault !== undefined) throw new NotReady(state, 'clock_apart', fault);
  return { status: 'ok', ...state };
}

/** `/live`: the process answers. `/ready`: it may be sent requests; off while it drains. */
export function serveHealth(app: FastifyInstance, health: Health): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.get('/live', async () => ({ status: 'ok' }));
  app.get('/ready', async () => askHealth({ ...health, isDraining: () => isClosing || health.isDraining() }));
}

/**
 * Listens for /live and /ready alone, for processes that serve no one else, and for whoever watches: here every needed part
 * counts.
 */
export const listenForHealth = (place: Place, health: Omit<Health, 'needed'>): Promise<Listening> =>
  listenApart(place, (request, response) => {
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const path = request.url?.split('?')[0];
    if (path === '/live') answer(200, { status: 'ok' });
    else if (path !== '/ready') answer(404, { status: 'not_found' });
    else {
      askHealth({ ...health, needed: () => true }).then(
        (state) => answer(200, state),
        (error: unknown) => {
          const { code, more } = error instanceof NotReady ? error : new NotReady({});
          answer(503, { status: code, ...more });
        },
      );
    }
  });
