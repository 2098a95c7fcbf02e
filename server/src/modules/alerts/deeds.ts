import type { Tx } from '../../db/tx.ts';
import type { PersonActor } from '../../kernel/actor.ts';
import { appendAudit } from '../audit/index.ts';
import { readPerson } from '../people/index.ts';
import type { Removed } from './store/channels.ts';

interface ChannelDeed extends Removed {
  isLinked: boolean;
  /** The browser that asks, or the chat. */
  from: Pick<PersonActor, 'address' | 'browser'> | 'telegram';
}

/** Keeps in the account's journal that somebody is called somewhere from now on, or no more. */
export async function recordChannel(
  tx: Tx,
  { kind, personId, accountId, isLinked, from }: ChannelDeed,
  at: Date,
): Promise<void> {
  const name = (await readPerson(tx, personId))?.username ?? '';
  const origin = from === 'telegram' ? { address: 'telegram', browser: 'Telegram' } : from;
  const actor = { personId, name, accountId, ...origin };
  const facts = { channel: kind };
  await appendAudit(
    tx,
    {
      actor,
      action: isLinked ? 'link-alerts' : 'unlink-alerts',
      object: { kind: 'person', id: personId },
      before: isLinked ? null : facts,
      after: isLinked ? facts : {},
    },
    at,
  );
}
