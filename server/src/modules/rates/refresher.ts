import { formatMinorUnits, SCALE } from '@kantor/contract/plain/money.ts';
import type { Database } from '../../db/pool.ts';
import { transaction } from '../../db/tx.ts';
import type { Clock } from '../../kernel/clock.ts';
import { isStale, type RateRules } from './rules.ts';
import { rateChanged, refreshRate } from './service.ts';
import { type RateSource, SourceFailed } from './source.ts';
import { findCurrentRate, readProposals } from './store.ts';

interface RefresherOptions {
  db: Database;
  clock: Clock;
  /** Absent: only the operator sets the rate. */
  source: RateSource | undefined;
  rules: RateRules;
  /** Milliseconds between two turns. */
  every: number;
  log: { info(sentence: string): void; error(sentence: string): void };
}

/** Logged at this failure in a row: the first may be a hiccup, and the same every half a minute would bury everything else. */
const LOG_AT_FAILURES = 2;

const show = (rate: bigint) => formatMinorUnits(rate, SCALE.rate);

/**
 * Makes the rate refresher, a turn at a time: it asks the source, and logs once that the source fails,
 * that a proposal waits for the operator, that the rate is stale. Every worker may do it.
 */
export function createRateRefresher({ db, clock, source, rules, every, log }: RefresherOptions): () => Promise<void> {
  let failures = 0;
  let wasStale = false;
  let loggedProposal: bigint | undefined;

  const ask = async (from: RateSource) => {
    try {
      const decision = await refreshRate({ db, clock, source: from, rules, every });
      if (failures >= LOG_AT_FAILURES) log.info(`The rate source ${from.name} answers again.`);
      failures = 0;
      return decision;
    } catch (error) {
      if (!(error instanceof SourceFailed)) throw error;
      failures += 1;
      if (failures === LOG_AT_FAILURES) log.error(error.message);
      return undefined;
    }
  };

  const logProposal = async () => {
    const [proposal] = await readProposals(db, 1);
    if (proposal?.status !== 'WAITING' || proposal.id === loggedProposal) return;
    loggedProposal = proposal.id;
    log.error(
      `The rate source ${proposal.source} says ${show(proposal.value)}, too far from ${show(proposal.inForce)}: ` +
        `it waits for "npm run kantor -- accept-rate ${proposal.id}" or decline-rate.`,
    );
  };

  const watchAge = async () => {
    const rate = await findCurrentRate(db);
    const at = clock();
    const isNowStale = rate !== undefined && isStale(rate, at);
    if (isNowStale && !wasStale) {
      log.error(`The rate ${show(rate.value)} is stale since ${rate.staleAt.toISOString()}: no orders are issued.`);
      await transaction(db, (tx) => rateChanged(tx, at));
    }
    wasStale = isNowStale;
  };

  return async () => {
    const decision = source && (await ask(source));
    if (decision === 'propose' || decision === 'repeat') await logProposal();
    await watchAge();
  };
}
