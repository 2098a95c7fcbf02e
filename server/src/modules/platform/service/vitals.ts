import type { HoldOf } from '@kantor/contract/plain/figures.ts';
import { findCurrentRate, type Rate } from '../../rates/index.ts';
import type { Heard } from '../rules.ts';
import { readOldestHolds } from '../store/holds.ts';
import { readUnreadApplications } from '../store/reading.ts';
import { readLastEnded } from '../store/verification.ts';
import {
  readHeard,
  readServerFacts,
  readUndelivered,
  type ServerFacts,
  type UndeliveredWebhooks,
} from '../store/vitals.ts';
import { askState, type State, type StateDeps } from './state.ts';

/** All that tells whether the installation is well: what metrics, `doctor` and the support packet are made of. */
export interface Vitals extends State {
  server: ServerFacts;
  undelivered: UndeliveredWebhooks;
  /** Undefined: none was ever set. */
  rate: Rate | undefined;
  /** Banks' messages of a sum in the last 24 hours. */
  heard: Heard;
  /** Applications whose messages are read less than usual. */
  unreadApplications: string[];
  oldestHolds: { of: HoldOf; since: Date }[];
  /** The verification that ended last. */
  verified: { endedAt: Date; violations: number } | undefined;
}

/** Looks at all of it; every statement is bounded, whatever has piled up. */
export async function askVitals(deps: StateDeps): Promise<Vitals> {
  const { db, clock } = deps;
  const at = clock();
  const [state, server, undelivered, rate, heard, unreadApplications, oldestHolds, verified] = await Promise.all([
    askState(deps),
    readServerFacts(db),
    readUndelivered(db),
    findCurrentRate(db),
    readHeard(db, at),
    readUnreadApplications(db, at),
    readOldestHolds(db),
    readLastEnded(db),
  ]);
  return { ...state, server, undelivered, rate, heard, unreadApplications, oldestHolds, verified };
}
