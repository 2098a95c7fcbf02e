import { readFileSync } from 'node:fs';
import { mkdir, statfs } from 'node:fs/promises';
import type { Database } from '../../../db/pool.ts';
import { type Reads, type ReplicaState } from '../../../db/replica.ts';
import { readForgotten } from '../../../db/retention.ts';
import { singleStatement } from '../../../db/tx.ts';
import type { Clock } from '../../../kernel/clock.ts';
import {
  type DatabaseFacts,
  type Drill,
  type Queue,
  readDatabaseFacts,
  readErrors,
  readJobs,
  readLastDrill,
  readQueues,
  type SeenJob,
} from '../store/state.ts';
import { insertRun, readLastRun, readLastWhole, type Run } from '../store/verification.ts';

export const { version: VERSION } = JSON.parse(
  readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'),
) as {
  version: string;
};

export interface State {
  at: Date;
  version: string;
  facts: DatabaseFacts;
  /** Bytes. */
  disk: { free: number; total: number };
  queues: Queue[];
  jobs: SeenJob[];
  /** Rows that were forgotten after their term, ever. */
  forgotten: { what: string; n: bigint }[];
  verification: Run | undefined;
  /** When everything was last verified. */
  wholeAt: Date | undefined;
  errors: { kind: string; n: bigint }[];
  /** What this process reads much from; undefined: there is none. */
  replica: ReplicaState | undefined;
  /** The restore that was tried last. */
  drill: Drill | undefined;
}

/** Asks for a run of verification, unless one waits or is under way. */
export const askVerification = ({ db, clock }: { db: Database; clock: Clock }): Promise<void> =>
  singleStatement(db, (statement) => insertRun(statement, clock()));

export interface StateDeps {
  db: Database;
  reads: Reads;
  clock: Clock;
  /** The folder whose disk is looked at. */
  dataDir: string;
}

/** How the product is, as this process and the database know it. */
export async function askState({ db, reads, clock, dataDir }: StateDeps): Promise<State> {
  const at = clock();
  await mkdir(dataDir, { recursive: true });
  const [facts, { bavail, blocks, bsize }, queues, jobs, forgotten, verification, wholeAt, errors, drill] =
    await Promise.all([
      readDatabaseFacts(db, at),
      statfs(dataDir),
      readQueues(db, at),
      readJobs(db),
      readForgotten(db),
      readLastRun(db),
      readLastWhole(db),
      readErrors(db, at),
      readLastDrill(db),
    ]);
  const disk = { free: bavail * bsize, total: blocks * bsize };
  const replica = reads.state();
  return { at, version: VERSION, facts, disk, queues, jobs, forgotten, verification, wholeAt, errors, replica, drill };
}
