import { STATEMENT_LIMIT_MS } from '../db/limits.ts';
import type { Database } from '../db/pool.ts';
import type { Reads } from '../db/replica.ts';
import type { Forgetting, Kept } from '../db/retention.ts';
import { createTurns } from '../db/turns.ts';
import { type Clock, HOUR, MINUTE, SECOND } from '../kernel/clock.ts';
import { countNextDay, forgetHours } from '../modules/analytics/index.ts';
import {
  createAlertDispatcher,
  createBot,
  createPusher,
  createPushKeys,
  createTelegramPoller,
  createTeller,
  fanOutAlerts,
  sweepAlerts,
  telegramKeys,
} from '../modules/alerts/index.ts';
import { endOverdueTurns } from '../modules/appeals/index.ts';
import { createAuditReport } from '../modules/audit/index.ts';
import { forgetExpiredSessions, forgetOldChallenges, forgetOldNetworks } from '../modules/auth/index.ts';
import { forgetOldSilences, markOffline } from '../modules/cabinets/index.ts';
import { createWatcher, giveMissingAddresses, tronNode } from '../modules/chain/index.ts';
import { forgetOldRequests } from '../modules/api-requests/index.ts';
import { forgetOldPings, forgetPairingTokens, forgetTexts } from '../modules/devices/index.ts';
import { createExportRunner, openExportHome, sweepExports } from '../modules/exports/index.ts';
import { createSweep, deleteDroppedFiles, openFileHome } from '../modules/files/index.ts';
import { forgetOldAnswers } from '../modules/idempotency/index.ts';
import { expireDueOrders, forgetOldRefusals } from '../modules/orders/index.ts';
import { forgetDays } from '../modules/balance/index.ts';
import { forgetFigures, runVerification } from '../modules/platform/index.ts';
import { createBatchRunner, forgetBatches } from '../modules/payout-batches/index.ts';
import { forgetReconciliations } from '../modules/reconciliation/index.ts';
import { returnOverduePayouts, settleDuePayouts } from '../modules/payouts/index.ts';
import { LEASE_MS as RADAR_LEASE_MS, runRadar } from '../modules/radar/index.ts';
import { forgetReports, makeReports } from '../modules/reports/index.ts';
import { switchDueRequisites } from '../modules/requisites/index.ts';
import { forgetTestWorld, passTestTime } from '../modules/test-mode/index.ts';
import { sumUpLedger } from '../modules/ledger/index.ts';
import { inspectReads } from '../modules/verification/index.ts';
import { createRateRefresher, forgetOldProposals, httpSource } from '../modules/rates/index.ts';
import {
  askNameServers,
  createDispatcher,
  createSender,
  expireOverdueDeliveries,
  fanOut,
  forgetOldDeliveries,
  tellOfEndpoints,
  internet,
} from '../modules/webhooks/index.ts';
import type { Log } from '../kernel/log.ts';
import { forgetOldEvents } from '../outbox/read.ts';
import { LISTS } from './lists.ts';
import { type Job, type RunningJob, startJob } from './jobs.ts';
import type { Part } from '../kernel/parts.ts';
import { secretsOf, type Settings } from './settings.ts';

interface WorkerOptions {
  db: Database;
  /** Where much is read. */
  reads: Reads;
  clock: Clock;
  settings: Settings;
  log: Log;
}

interface Worker {
  parts: readonly Part[];
  /** Waits for running jobs to finish. */
  stop(): Promise<void>;
}

const POLL_MS = 200;
/** Turns that also wait for others' servers, each time for a limited while. */
const OUTSIDE_LIMIT_MS = 2 * MINUTE;
/** Blocks are read a hundred at a time, at the node's pace. */
const CHAIN_LIMIT_MS = 10 * MINUTE;
/** Statements that clean up take as long as a statement may. */
const CLEANING_LIMIT_MS = 2 * STATEMENT_LIMIT_MS;

/** The sentences of a job for the operator, as lines. */
const sentencesOf = (job: string, log: Log) => ({
  info: (text: string) => log.info('job_says', { job, text }),
  error: (text: string) => log.error('job_says', { job, text }),
});

/** Credits deposits from the chain, and gives addresses to traders without one. */
function watchChain({ db, clock, settings, log }: WorkerOptions): RunningJob[] {
  const { url, depositKey, ...node } = settings.tron;
  const jobs: RunningJob[] = [];
  if (depositKey !== undefined) {
    const turn = () => giveMissingAddresses({ db, clock }, depositKey);
    jobs.push(startJob({ name: 'give_addresses', pause: MINUTE, turn }, log));
  }
  if (url === undefined) {
    if (!settings.demo)
      sentencesOf('watch_chain', log).info('KANTOR_TRON_URL is not set: USDT deposits are credited by hand.');
    return jobs;
  }
  const stopping = new AbortController();
  const source = tronNode({ url, ...node, signal: stopping.signal });
  const watcher = createWatcher({
    db,
    clock,
    source,
    log: sentencesOf('watch_chain', log),
    signal: stopping.signal,
  });
  const watching = startJob(
    { name: 'watch_chain', pause: () => watcher.pause(), turn: () => watcher.turn(), limitMs: CHAIN_LIMIT_MS },
    log,
  );
  const stop = async () => {
    stopping.abort();
    await watching.stop();
    await watcher.release();
  };
  return [...jobs, { part: watching.part, stop }];
}

/** Whom a push service may write to. */
const subjectOf = ({ publicUrl }: Settings): string =>
  publicUrl?.startsWith('https:') ? publicUrl : 'mailto:kantor@localhost';

/** Calls people on their devices, and in Telegram where there is a bot. */
function callPeople({ db, clock, settings, log }: WorkerOptions): RunningJob[] {
  const secret = secretsOf(settings);
  const reach = internet(settings.simulatorUrl);
  const keys = createPushKeys({ db, clock, secret });
  const send = createSender({ clock, reach, resolve: askNameServers() });
  const bot = settings.telegram && createBot(settings.telegram);
  const dispatcher = createAlertDispatcher({
    db,
    clock,
    log,
    push: createPusher({ keys, send, reach, clock, subject: subjectOf(settings) }),
    telegram: bot && createTeller(bot, settings.publicUrl),
  });
  const fanning = () => fanOutAlerts({ db, clock, log: sentencesOf('fan_out_alerts', log) });
  const sending = startJob(
    { name: 'send_alerts', pause: POLL_MS, turn: () => dispatcher.dispatch(), isNeeded: true },
    log,
  );
  const jobs: RunningJob[] = [
    startJob({ name: 'fan_out_alerts', pause: POLL_MS, turn: fanning, isNeeded: true }, log),
    startJob(
      { name: 'make_reports', pause: 30 * SECOND, turn: () => makeReports({ db, clock }), limitMs: MINUTE },
      log,
    ),
    startJob({ name: 'sweep_alerts', pause: MINUTE, turn: () => sweepAlerts({ db, clock }) }, log),
    {
      part: sending.part,
      stop: async () => {
        dispatcher.stop();
        await sending.stop();
        await dispatcher.settled();
      },
    },
  ];
  if (bot === undefined) return jobs;
  const stopping = new AbortController();
  const turn = createTelegramPoller({ db, clock, bot, keys: telegramKeys(secret), signal: stopping.signal });
  const polling = startJob({ name: 'poll_telegram', pause: SECOND, turn, limitMs: OUTSIDE_LIMIT_MS }, log);
  const stop = async () => {
    stopping.abort();
    await polling.stop();
  };
  return [...jobs, { part: polling.part, stop }];
}

/** A turn takes a while at most, and the next one goes on soon. */
const FORGETTING_PAUSE_MS = 10 * MINUTE;

/** Forgets what was kept for its term. */
function forgetInTime({ db, clock, settings: { keep }, log }: WorkerOptions): RunningJob[] {
  const forgetting = (what: Kept, forget: (deps: Forgetting) => Promise<void>) =>
    startJob(
      {
        name: `forget_${what}`,
        pause: FORGETTING_PAUSE_MS,
        turn: () => forget({ db, clock, keepMs: keep[what] }),
        limitMs: CLEANING_LIMIT_MS,
      },
      log,
    );
  return [
    forgetting('texts', forgetTexts),
    forgetting('webhooks', forgetOldDeliveries),
    forgetting('requests', forgetOldRequests),
    forgetting('pings', forgetOldPings),
    forgetting('refusals', forgetOldRefusals),
    forgetting('proposals', forgetOldProposals),
  ];
}

/** Starts the background work; any number of processes may. */
export function startWorker(options: WorkerOptions): Worker {
  const { db, reads, clock, settings, log } = options;
  const { source, every, rules } = settings.rates;
  const refreshRate = createRateRefresher({
    db,
    clock,
    source: source && httpSource(source),
    rules,
    every,
    log: sentencesOf('refresh_rate', log),
  });
  const dispatcher = createDispatcher({
    db,
    clock,
    secret: secretsOf(settings),
    send: createSender({ clock, reach: internet(settings.simulatorUrl), resolve: askNameServers() }),
    log,
  });
  const batches = createBatchRunner({ db, clock, log });
  const disk = openExportHome(settings);
  const exports = createExportRunner({ db, reads, clock, disk, lists: LISTS, log });
  const store = openFileHome(settings);
  const needed = (name: string, pause: number, turn: Job['turn']) =>
    startJob({ name, pause, turn, isNeeded: true }, log);
  const cleaning = (name: string, pause: number, turn: Job['turn']) =>
    startJob({ name, pause, turn, limitMs: CLEANING_LIMIT_MS }, log);
  const turns = createTurns({ db, clock }, log);
  // After an upgrade there are days to count, one after the other.
  let isCounting = true;
  const countDays = async () => {
    isCounting = await countNextDay({ db, clock });
  };
  const jobs = [
    needed('expire_orders', SECOND, () => expireDueOrders({ db, clock, turns })),
    needed('return_payouts', SECOND, () => returnOverduePayouts({ db, clock })),
    needed('settle_payouts', SECOND, () => settleDuePayouts({ db, clock })),
    needed('run_batches', POLL_MS, () => batches.turn()),
    needed('run_exports', POLL_MS, () => exports.turn()),
    cleaning('sweep_exports', MINUTE, () => sweepExports({ db, clock, disk })),
    cleaning('forget_batches', HOUR, () => forgetBatches({ db, clock })),
    cleaning('forget_reconciliations', HOUR, () => forgetReconciliations({ db, clock })),
    needed('pass_test_time', SECOND, () => passTestTime({ db, clock })),
    needed('end_appeal_turns', SECOND, () => endOverdueTurns({ db, clock, answers: settings.appeals.answers })),
    cleaning('delete_files', 10 * SECOND, () => deleteDroppedFiles({ db, store })),
    cleaning('sweep_files', MINUTE, createSweep({ db, clock, store, log: sentencesOf('sweep_files', log) })),
    needed('fan_out_webhooks', POLL_MS, () => fanOut({ db, clock, log: sentencesOf('fan_out_webhooks', log) })),
    needed('send_webhooks', POLL_MS, () => dispatcher.dispatch()),
    needed('expire_webhooks', MINUTE, () => expireOverdueDeliveries(db, clock())),
    needed('tell_of_endpoints', MINUTE, () => tellOfEndpoints(db, clock())),
    startJob({ name: 'refresh_rate', pause: every, turn: refreshRate, limitMs: OUTSIDE_LIMIT_MS }, log),
    needed('mark_offline', 5 * SECOND, () => markOffline({ db, clock })),
    needed('switch_requisites', 10 * SECOND, () => switchDueRequisites({ db, clock })),
    cleaning('report_audit', 5 * SECOND, createAuditReport({ db, clock, log })),
    cleaning('forget_test_world', HOUR, () => forgetTestWorld({ db, clock })),
    cleaning('forget_answers', HOUR, () => forgetOldAnswers(db, clock())),
    cleaning('forget_events', HOUR, () => forgetOldEvents(db, clock())),
    cleaning('forget_sessions', HOUR, () => forgetExpiredSessions(db, clock())),
    cleaning('forget_networks', HOUR, () => forgetOldNetworks(db, clock())),
    cleaning('forget_challenges', HOUR, () => forgetOldChallenges(db, clock())),
    cleaning('forget_pairing_codes', HOUR, () => forgetPairingTokens({ db, clock })),
    ...watchChain(options),
    ...callPeople(options),
    cleaning('forget_silences', HOUR, () => forgetOldSilences({ db, clock })),
    startJob(
      {
        name: 'verify',
        pause: 5 * SECOND,
        turn: () => runVerification({ db, clock }, (of) => inspectReads({ db, reads }, of)),
        limitMs: HOUR,
      },
      log,
    ),
    startJob(
      { name: 'count_radar', pause: 5 * SECOND, turn: () => runRadar({ db, clock }), limitMs: RADAR_LEASE_MS },
      log,
    ),
    startJob({ name: 'count_days', pause: () => (isCounting ? SECOND : HOUR), turn: countDays, limitMs: HOUR }, log),
    cleaning('forget_reports', HOUR, () => forgetReports({ db, clock })),
    cleaning('forget_hours', HOUR, () => forgetHours({ db, clock })),
    cleaning('sum_up_ledger', 10 * SECOND, () => sumUpLedger({ db, clock })),
    cleaning('forget_figures', HOUR, () => forgetFigures({ db, clock })),
    cleaning('forget_days', HOUR, () => forgetDays({ db, clock })),
    ...forgetInTime(options),
  ];
  return {
    parts: jobs.map(({ part }) => part),
    stop: async () => {
      dispatcher.stop();
      batches.stop();
      exports.stop();
      await Promise.all(jobs.map((job) => job.stop()));
      await Promise.all([dispatcher.settled(), batches.settled(), exports.settled()]);
    },
  };
}
