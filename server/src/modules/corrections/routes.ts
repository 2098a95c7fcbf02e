import { listProposals } from '@kantor/contract/wire/platform/proposals.ts';
import type { Database } from '../../db/pool.ts';
import type { Bind } from '../../http/endpoint.ts';
import type { Clock } from '../../kernel/clock.ts';
import { readCorrections } from './store.ts';
import { toProposal } from './wire.ts';

/** A proposal lapses within a day: more than these never wait. */
const MAX_WAITING = 1000;

export function correctionRoutes(bind: Bind, { db, clock }: { db: Database; clock: Clock }): void {
  bind(listProposals, async ({ caller }) => {
    const waiting = await readCorrections(db, { waiting: true, last: MAX_WAITING }, clock());
    return { results: waiting.map((each) => toProposal(each, caller.person?.id)) };
  });
}
