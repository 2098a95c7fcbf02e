import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { watched } from '../../db/watch.ts';
import { type Listening, listenApart, type Place } from '../../http/own-port.ts';
import { type Clock, SECOND } from '../../kernel/clock.ts';
import { createFailureLog } from '../../kernel/failures.ts';
import type { Log } from '../../kernel/log.ts';
import { askVitals } from '../../modules/platform/index.ts';
import { type ProcessFacts, type ProcessMetrics, processMetrics } from './process.ts';
import { vitalsText } from './vitals.ts';

/** Several Prometheus servers, or one that is impatient, ask the database no more often. */
const KEPT_MS = 5 * SECOND;
/** Prometheus gives a scrape up after ten seconds. */
const DATABASE_LIMIT_MS = 5 * SECOND;

export interface MetricsOptions extends ProcessFacts {
  clock: Clock;
  dataDir: string;
  log: Log;
}

export interface Metrics extends Pick<ProcessMetrics, 'countRequest'> {
  /** Serves `/metrics` apart, to whoever has the token if there is one. */
  listen: (place: Place & { token: string | undefined }) => Promise<Listening>;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

const mayRead = ({ headers }: IncomingMessage, token: string | undefined): boolean =>
  token === undefined || timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));

/**
 * Keeps and serves the metrics of a process and of the whole installation. While the database does not answer, those of the
 * process alone.
 */
export function createMetrics({ clock, dataDir, log, ...facts }: MetricsOptions): Metrics {
  const { db, reads } = facts;
  const own = processMetrics(facts);
  const failures = createFailureLog(log, 'metrics_failed', clock);
  let asked: { at: number; text: Promise<string> } | undefined;

  const askInstallation = async (): Promise<string> => {
    try {
      const vitals = await watched(DATABASE_LIMIT_MS, () => askVitals({ db, reads, clock, dataDir }));
      failures.succeeded();
      return `${await vitalsText(vitals)}\nkantor_database_answers 1\n`;
    } catch (error) {
      failures.failed(error);
      return 'kantor_database_answers 0\n';
    }
  };
  const installation = (): Promise<string> => {
    const now = performance.now();
    if (asked === undefined || now - asked.at > KEPT_MS) asked = { at: now, text: askInstallation() };
    return asked.text;
  };
  return {
    countRequest: own.countRequest,
    listen: ({ token, ...place }) =>
      listenApart(place, (request, response) => {
        const refuse = (status: number, headers = {}) => response.writeHead(status, headers).end();
        if (request.url?.split('?')[0] !== '/metrics') return void refuse(404);
        if (!mayRead(request, token)) return void refuse(401, { 'www-authenticate': 'Bearer' });
        Promise.all([own.text(), installation()]).then(
          (texts) => response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(texts.join('\n')),
          () => refuse(500),
        );
      }),
  };
}
