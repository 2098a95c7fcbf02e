import { type DeclineReason, MAX_APPEAL_FILES } from '@kantor/contract/plain/appeals.ts';
import { transaction, type Tx } from '../../db/tx.ts';
import { ApiError, conflict } from '../../kernel/errors.ts';
import { inRoubles } from '../../kernel/money.ts';
import { type AnswerTerms, reasonText } from './rules.ts';
import { closeAppeal } from './endings.ts';
import type { Deps } from './service.ts';
import { beginStep, passTurn, type Party } from './taking.ts';
import { filesOf, hasNewEvidence, hasProof, readStepsOf } from './store/steps.ts';
import { readAppeal, readUnanswered } from './store/appeal.ts';

// What either side answers in a round, and what becomes of an appeal that nobody answers.

/** An owner, whose step it is. */
export type Side = Party & { role: 'trader' | 'merchant' };

export interface RoundDeps extends Deps {
  answers: AnswerTerms;
}

/**
 * A side declines: a trader's gives the merchant the turn, of what the trader opened it is the end.
 * @throws ApiError 404, 409 `appeal_status`, `appeal_turn`, 409 `appeal_proof` when a large claim is declined without a file.
 */
export async function refuseAppeal(
  { db, clock, answers }: RoundDeps,
  trader: Side,
  id: string,
  words: { reason?: DeclineReason | undefined; comment?: string | undefined },
): Promise<void> {
  const at = clock();
  await transaction(db, async (tx) => {
    const begun = await beginStep(tx, id, 'decline', trader, at);
    // A trader takes back what they opened; whom they asked does not agree.
    if (begun.next.stage === null) return closeAppeal(tx, begun, { step: 'decline', party: trader, ...words }, at);
    const { amount, round } = begun.appeal;
    if (amount > answers.proofAbove && !hasProof(await readStepsOf(tx, id), round)) {
      const sentence = `Апелляция больше ${inRoubles(answers.proofAbove)}: приложите выписку или снимок экрана банка`;
      throw conflict(
        'appeal_proof',
        `${sentence}, чтобы отклонить её по причине «${reasonText(words.reason ?? 'not_received')}»`,
      );
    }
    await passTurn(tx, begun, { step: 'decline', party: trader, ...words }, answers, at);
  });
}

/** As `contestAppeal`, in the transaction of its answer. */
export async function contestIn(
  tx: Tx,
  answers: AnswerTerms,
  merchant: Side,
  { id, comment }: { id: string; comment?: string | undefined },
  at: Date,
): Promise<void> {
  const begun = await beginStep(tx, id, 'contest', merchant, at);
  if (comment === undefined && !hasNewEvidence(await readStepsOf(tx, id))) {
    throw conflict('appeal_evidence', 'Приложите новый файл или напишите, с чем вы не согласны');
  }
  await passTurn(tx, begun, { step: 'contest', party: merchant, comment }, answers, at);
}

/** As `escalateAppeal`, in the transaction of its answer. */
export async function escalateIn(
  tx: Tx,
  answers: AnswerTerms,
  party: Party,
  { id, comment }: { id: string; comment?: string | undefined },
  at: Date,
): Promise<void> {
  const begun = await beginStep(tx, id, 'escalate', party, at);
  await passTurn(tx, begun, { step: 'escalate', party, comment }, answers, at);
}

/** As `acceptAppeal`, in the transaction of its answer. */
export async function acceptIn(tx: Tx, party: Party, id: string, at: Date): Promise<void> {
  const begun = await beginStep(tx, id, 'accept', party, at);
  await closeAppeal(tx, begun, { step: 'accept', party }, at);
}

/**
 * The merchant contests a decline with a word or a file: the next round begins, or after the last one it is the operator's.
 * @throws ApiError 404, 409 `appeal_status`, `appeal_turn`, `appeal_evidence`.
 */
export const contestAppeal = (
  { db, clock, answers }: RoundDeps,
  merchant: Side,
  id: string,
  comment?: string,
): Promise<void> => transaction(db, (tx) => contestIn(tx, answers, merchant, { id, comment }, clock()));

/** Either side brings it to the operator. @throws ApiError 404, 409 `appeal_status`, `appeal_turn`. */
export const escalateAppeal = (
  { db, clock, answers }: RoundDeps,
  party: Side,
  id: string,
  comment?: string,
): Promise<void> => transaction(db, (tx) => escalateIn(tx, answers, party, { id, comment }, clock()));

/** The merchant gives up: the appeal closes. @throws ApiError 404, 409 `appeal_status`, `appeal_turn`. */
export const acceptAppeal = ({ db, clock }: Deps, merchant: Side, id: string): Promise<void> =>
  transaction(db, (tx) => acceptIn(tx, merchant, id, clock()));

/**
 * A side adds a stored file, in the transaction that keeps the file.
 * @throws ApiError 404, 409 `appeal_status`, `appeal_turn`, `appeal_files`.
 */
export async function addFile(
  tx: Tx,
  answers: AnswerTerms,
  party: Side,
  { id, fileId }: { id: string; fileId: string },
  at: Date,
): Promise<void> {
  const begun = await beginStep(tx, id, 'evidence', party, at);
  assertRoom(filesOf(await readStepsOf(tx, id), party.role).length);
  await passTurn(tx, begun, { step: 'evidence', party, fileIds: [fileId] }, answers, at);
}

/** @throws ApiError 409 `appeal_files`. */
function assertRoom(files: number): void {
  if (files < MAX_APPEAL_FILES) return;
  throw conflict('appeal_files', `К апелляции можно приложить до ${MAX_APPEAL_FILES} файлов с каждой стороны`);
}

const TIMER = { role: 'timer' } as const;

/**
 * Ends a turn whose time is over: what a trader has not answered is the operator's, what a merchant has not contested is closed.
 * @returns whether it was this call that did.
 */
async function endTurn(tx: Tx, answers: AnswerTerms, id: string, at: Date): Promise<boolean> {
  const seen = await readAppeal(tx, id);
  const step = seen?.stage === 'merchant' && seen.decidedBy === 'trader' ? 'accept' : 'escalate';
  const begun = await beginStep(tx, id, step, TIMER, at).catch((error: unknown) => {
    // Answered meanwhile.
    if (error instanceof ApiError) return undefined;
    throw error;
  });
  if (begun === undefined || begun.appeal.answerUntil === null || begun.appeal.answerUntil > at) return false;
  await (step === 'accept'
    ? closeAppeal(tx, begun, { step, party: TIMER }, at)
    : passTurn(tx, begun, { step, party: TIMER }, answers, at));
  return true;
}

const BATCH_SIZE = 200;

/**
 * Ends the turns whose time is over, each in a transaction of its own: any number of workers may at once, and one that was down
 * catches up. @returns how many this call ended.
 */
export async function endOverdueTurns({ db, clock, answers }: RoundDeps): Promise<number> {
  let ended = 0;
  for (;;) {
    const at = clock();
    const due = await readUnanswered(db, at, BATCH_SIZE);
    for (const id of due) if (await transaction(db, (tx) => endTurn(tx, answers, id, at))) ended += 1;
    if (due.length < BATCH_SIZE) return ended;
  }
}
