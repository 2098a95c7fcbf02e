import type { AppealSide, AppealStage, AppealStep, DeclineReason } from '@kantor/contract/plain/appeals.ts';
import { sql } from 'kysely';
import type { Reader, Tx } from '../../../db/tx.ts';
import type { PersonActor } from '../../../kernel/actor.ts';
import { appended } from '../../../outbox/append.ts';
import type { Kind } from '../../../outbox/kinds.ts';

/** What somebody says with a step. */
export interface Words {
  reason?: DeclineReason | undefined;
  comment?: string | undefined;
  /** Kopecks: claimed at the opening, paid at the end. */
  amount?: bigint | undefined;
}

export interface NewStep extends Words {
  appealId: string;
  step: AppealStep;
  side: AppealSide;
  /** Who it is; of the platform's people the name alone. */
  person?: Pick<PersonActor, 'personId' | 'name'> | { name: string } | undefined;
  /** How the appeal is after it. */
  round: number;
  stage: AppealStage | null;
  answerUntil: Date | null;
  /** Stored files that come with it. */
  fileIds?: readonly string[] | undefined;
}

interface Told {
  kind: Kind;
  owners: readonly string[];
  at: Date;
}

/** Keeps a step with the event that tells of it, and with its files: one statement. The appeal's order is locked. */
export async function insertStep(tx: Tx, step: NewStep, { kind, owners, at }: Told): Promise<void> {
  const { appealId, person } = step;
  const personId = person !== undefined && 'personId' in person ? person.personId : null;
  await sql`
    with event as (
      ${appended([{ kind, objectId: appealId, owners, at }])} returning id
    ), added as (
      insert into appeal_step (appeal_id, n, step, side, person_id, person_name, reason, comment, amount, round, stage,
        answer_until, event_id, created_at)
      select ${appealId}::uuid, (select coalesce(max(n), 0) + 1 from appeal_step where appeal_id = ${appealId}), ${step.step},
        ${step.side}, ${personId}::uuid, ${person?.name ?? null}, ${step.reason ?? null}, ${step.comment ?? null},
        ${step.amount ?? null}::bigint, ${step.round}, ${step.stage}, ${step.answerUntil}::timestamptz, event.id, ${at}::timestamptz
      from event returning n
    )
    insert into appeal_file (file_id, appeal_id, n)
    select file_id, ${appealId}::uuid, added.n from added, unnest(${step.fileIds ?? []}::uuid[]) as file_id`.execute(
    tx,
  );
}

/** A file of an appeal. */
export interface StepFile {
  id: string;
  name: string;
  mediaType: string;
}

/** A step that was taken. */
export interface TakenStep {
  number: number;
  at: Date;
  step: AppealStep;
  side: AppealSide;
  person: string | null;
  reason: DeclineReason | null;
  comment: string | null;
  /** Kopecks. */
  amount: bigint | null;
  /** How the appeal was after it. */
  round: number;
  stage: AppealStage | null;
  answerUntil: Date | null;
  /** The outbox's event; null: before there were steps. */
  eventId: bigint | null;
  files: StepFile[];
}

/** The steps of appeals, oldest first, by the appeals' ids. */
export async function readSteps(db: Reader, appealIds: readonly string[]): Promise<Map<string, TakenStep[]>> {
  const { rows } = await sql<TakenStep & { appealId: string }>`
    select s.appeal_id as "appealId", s.n as number, s.created_at as at, s.step, s.side, s.person_name as person, s.reason,
      s.comment, s.amount, s.round, s.stage, s.answer_until as "answerUntil", s.event_id as "eventId",
      coalesce((
        select json_agg(json_build_object('id', stored_file.id, 'name', stored_file.name, 'mediaType', media_type)
          order by stored_file.id)
        from appeal_file join stored_file on stored_file.id = file_id where appeal_id = s.appeal_id and n = s.n
      ), '[]') as files
    from appeal_step s where s.appeal_id = any(${appealIds}::uuid[]) order by s.appeal_id, s.n`.execute(db);
  const found = new Map<string, TakenStep[]>(appealIds.map((id) => [id, []]));
  for (const { appealId, ...step } of rows) found.get(appealId)?.push(step);
  return found;
}

/** The steps of one appeal, oldest first. */
export const readStepsOf = async (db: Reader, appealId: string): Promise<TakenStep[]> =>
  (await readSteps(db, [appealId])).get(appealId) ?? [];

/** The files that a side has added. */
export const filesOf = (steps: readonly TakenStep[], side: AppealSide): StepFile[] =>
  steps.flatMap((step) => (step.side === side ? step.files : []));

/** Whether a trader has shown a proof in this round. */
export const hasProof = (steps: readonly TakenStep[], round: number): boolean =>
  steps.some((step) => step.side === 'trader' && step.round === round && step.files.length > 0);

/** Whether a merchant has added something since the last decline. */
export function hasNewEvidence(steps: readonly TakenStep[]): boolean {
  const declined = steps.findLastIndex(({ step }) => step === 'decline');
  return steps.slice(declined + 1).some(({ step, side }) => step === 'evidence' && side === 'merchant');
}
