import { conflict, notFound } from '../../kernel/errors.ts';
import type { Facts } from '../audit/index.ts';
import { lockOperatorDelivery, type OperatorDelivery, resendDelivery } from '../webhooks/index.ts';
import type { Action, Change, Step } from './frame.ts';

const facts = ({ status, nextAttemptAt }: OperatorDelivery): Facts => ({
  status,
  next_attempt_at: nextAttemptAt?.toISOString() ?? null,
});

/** @throws ApiError 404. */
async function findDelivery({ tx }: Step, id: string): Promise<OperatorDelivery> {
  const found = await lockOperatorDelivery(tx, id);
  if (found === undefined) throw notFound();
  return found;
}

export const isBeingSent = ({ leasedUntil }: OperatorDelivery, at: Date) => leasedUntil !== null && leasedUntil > at;

async function resend(step: Step, before: OperatorDelivery): Promise<Change> {
  await resendDelivery(step.deps, before.id);
  const after = (await lockOperatorDelivery(step.tx, before.id)) ?? before;
  const object = { kind: 'webhook', id: before.id };
  return { object, accountIds: [before.merchantId], before: facts(before), after: facts(after) };
}

/** Sends a message again at once, also one that was delivered or given up. */
export const resendWebhook: Action<{ id: string }, OperatorDelivery> = {
  name: 'resend-webhook',
  find: (step, { id }) => findDelivery(step, id),
  basis: facts,
  act: async (step, before) => {
    if (isBeingSent(before, step.at)) throw conflict('webhook_sending', 'Это уведомление отправляется прямо сейчас');
    return { changes: [await resend(step, before)] };
  },
};

/** Several at once; those that are being sent at this moment are left to that. */
export const resendWebhooks: Action<{ ids: readonly string[] }, OperatorDelivery[]> = {
  name: 'resend-webhook',
  find: async (step, { ids }) => {
    const found: OperatorDelivery[] = [];
    for (const id of new Set(ids.toSorted())) found.push(await findDelivery(step, id));
    return found;
  },
  basis: (all) => Object.fromEntries(all.map((each) => [each.id, JSON.stringify(facts(each))])),
  act: async (step, all) => {
    const changes: Change[] = [];
    for (const each of all) if (!isBeingSent(each, step.at)) changes.push(await resend(step, each));
    return { changes, notes: [{ code: 'resent', values: { count: changes.length, all: all.length } }] };
  },
};
