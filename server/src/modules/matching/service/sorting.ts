import type { Dismissal } from '@kantor/contract/plain/match.ts';
import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import type { Page } from '../../../db/dense-list.ts';
import type { Database } from '../../../db/pool.ts';
import { type Reader, transaction } from '../../../db/tx.ts';
import type { PersonActor } from '../../../kernel/actor.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { conflict, notFound } from '../../../kernel/errors.ts';
import { appendEvent } from '../../../outbox/append.ts';
import { appendAudit } from '../../audit/index.ts';
import {
  dismiss,
  type MessageToSort,
  readMessagesToSort,
  readUse,
  restore,
  type SortKind,
} from '../../devices/index.ts';
import { refuseMessage } from '../../orders/index.ts';
import { type MatchCandidate, readMatchCandidates } from './candidates.ts';

interface Deps {
  db: Database;
  clock: Clock;
}

export type SortedMessage = MessageToSort & { candidates: MatchCandidate[] };

/** One page of a trader's messages that wait for a person, or of noise, with the orders that they may be about. */
export async function listMessagesToSort(
  db: Reader,
  request: PageRequest & { traderId: string; kind: SortKind },
  at: Date,
): Promise<Page<SortedMessage>> {
  const { count, results } = await readMessagesToSort(db, request, at);
  const candidates = await readMatchCandidates(
    db,
    request.traderId,
    results.map(({ id }) => id),
  );
  return { count, results: results.map((message) => ({ ...message, candidates: candidates.get(message.id) ?? [] })) };
}

/**
 * A trader's person says that a message is about no order: it is not used, by nobody and by nothing, until that is taken back.
 * @throws ApiError 404, 409 `message_used`, `message_dismissed`, `message_unfit` (no money came).
 */
export async function dismissMessage(
  { db, clock }: Deps,
  by: PersonActor,
  { id, reason, note }: { id: string; reason: Dismissal; note: string | undefined },
): Promise<void> {
  const at = clock();
  const traderId = by.accountId;
  await transaction(db, async (tx) => {
    const { personId } = by;
    if (!(await dismiss(tx, { id, traderId, personId, reason, note }, at))) {
      const use = await readUse(tx, traderId, id);
      if (use?.isDismissed) throw conflict('message_dismissed', 'Сообщение уже отмечено как «не про заказ»');
      await refuseMessage(tx, traderId, id);
    }
    await appendEvent(tx, { kind: 'notification.changed', objectId: id, owners: [traderId], at });
    await appendAudit(
      tx,
      {
        actor: by,
        action: 'dismiss-message',
        object: { kind: 'notification', id },
        before: { dismissed_as: null },
        after: { dismissed_as: reason, note: note ?? null },
      },
      at,
    );
  });
}

/** Takes that back. @throws ApiError 404, 409 `message_not_dismissed`. */
export async function restoreMessage({ db, clock }: Deps, by: PersonActor, id: string): Promise<void> {
  const at = clock();
  const traderId = by.accountId;
  await transaction(db, async (tx) => {
    const reason = await restore(tx, { id, traderId });
    if (reason === undefined) {
      if ((await readUse(tx, traderId, id)) === undefined) throw notFound();
      throw conflict('message_not_dismissed', 'Сообщение уже вернули в разбор');
    }
    await appendEvent(tx, { kind: 'notification.changed', objectId: id, owners: [traderId], at });
    await appendAudit(
      tx,
      {
        actor: by,
        action: 'restore-message',
        object: { kind: 'notification', id },
        before: { dismissed_as: reason },
        after: { dismissed_as: null },
      },
      at,
    );
  });
}
