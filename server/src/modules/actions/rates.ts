import { conflict, notFound } from '../../kernel/errors.ts';
import type { Facts } from '../audit/index.ts';
import {
  decideProposal,
  findCurrentRate,
  isJump,
  lockRates,
  MANUAL,
  type Proposal,
  type Rate,
  type RateRules,
  readProposal,
  setRate as putInForce,
  staleAt,
} from '../rates/index.ts';
import { rateText } from './facts.ts';
import type { Action } from './frame.ts';

const THE_RATE = { kind: 'rate', id: 'rate', name: 'in force' };

const rateFacts = (rate: Rate | undefined): Facts => ({
  rate: rate ? rateText(rate.value) : null,
  source: rate?.source ?? null,
  stale_at: rate?.staleAt.toISOString() ?? null,
});

/** A source confirms its rate every half a minute: that is no change. */
const rateBasis = (rate: Rate | undefined): Facts => ({
  rate: rate ? rateText(rate.value) : null,
  source: rate?.source ?? null,
});

interface Setting {
  /** RUB for 1 USDT in 1/10000 of a rouble. */
  value: bigint;
  /** Also when it is far from the rate in force. */
  isForced: boolean;
}

/** Basis points as a person says them: `5 %`. */
const percent = (basisPoints: bigint) => `${Number(basisPoints) / 100} %`;

export const setRate = (rules: RateRules): Action<Setting, Rate | undefined> => ({
  name: 'set-rate',
  find: async ({ tx }) => {
    await lockRates(tx);
    return findCurrentRate(tx);
  },
  basis: rateBasis,
  act: async ({ tx, at }, before, { value, isForced }) => {
    if (!isForced && before && isJump(before.value, value, rules.jumpBp))
      throw conflict(
        'rate_jump',
        `Это дальше ${percent(rules.jumpBp)} от курса ${rateText(before.value)}. Если так и надо, отметьте это`,
      );
    await putInForce(tx, { value, source: MANUAL, staleAt: staleAt(rules, MANUAL, at), at });
    const after = await findCurrentRate(tx);
    return { changes: [{ object: THE_RATE, before: rateFacts(before), after: rateFacts(after) }] };
  },
});

interface Found {
  proposal: Proposal;
  rate: Rate | undefined;
}

const PROPOSAL_STATUS = {
  WAITING: 'ждёт решения',
  ACCEPTED: 'принято',
  DECLINED: 'отклонено',
  REPLACED: 'заменено новым',
  LAPSED: 'больше не действует',
} as const;

/** A waiting proposal of a source is put in force, or is not. */
export const decideRate = (rules: RateRules, accept: boolean): Action<{ proposal: bigint }, Found> => ({
  name: accept ? 'accept-rate' : 'decline-rate',
  find: async ({ tx }, { proposal: id }) => {
    await lockRates(tx);
    const proposal = await readProposal(tx, id);
    if (proposal === undefined) throw notFound();
    return { proposal, rate: await findCurrentRate(tx) };
  },
  basis: ({ proposal, rate }) => ({
    ...rateBasis(rate),
    status: proposal.status,
    proposed: rateText(proposal.value),
  }),
  act: async ({ tx, at }, { proposal, rate }) => {
    const decided = await decideProposal(tx, { id: proposal.id, accept, at }, rules);
    if (decided === undefined)
      throw conflict('proposal_ended', `Это предложение курса: ${PROPOSAL_STATUS[proposal.status]}`);
    const proposed = { proposed: rateText(decided.value) };
    return {
      changes: [
        {
          object: { kind: 'rate_proposal', id: String(proposal.id) },
          before: { status: 'WAITING', ...rateFacts(rate) },
          after: { status: decided.status, ...proposed, ...rateFacts(await findCurrentRate(tx)) },
        },
      ],
    };
  },
});
