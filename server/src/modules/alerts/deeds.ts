import { ALERT_CHANNELS, REPORT_KINDS, USUAL_REPORT_HOUR } from '@kantor/contract/plain/alerts.ts';
import type { Tx } from '../../db/tx.ts';
import type { PersonActor } from '../../kernel/actor.ts';
import { appendAudit, appendChange } from '../audit/index.ts';
import { readPerson } from '../people/index.ts';
import type { Removed } from './store/channels.ts';
import type { Chosen } from './store/settings.ts';

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

/** Which reports come, by which channels, and at which hour. */
function reportFacts(chosen: Chosen | undefined) {
  const [day, week] = REPORT_KINDS.map((kind) => {
    const choice = chosen?.choices.find((each) => each.kind === kind);
    return choice?.isOn ? (choice.channels ?? ALERT_CHANNELS).join(', ') : '';
  });
  const isAny = Boolean(day) || Boolean(week);
  return {
    report_day: day ?? '',
    report_week: week ?? '',
    report_hour: isAny ? (chosen?.report?.hour ?? USUAL_REPORT_HOUR) : null,
  };
}

/** Keeps in the journal which reports come to a person from now on, if that is others than before. */
export const recordReports = (
  tx: Tx,
  actor: PersonActor,
  former: Chosen | undefined,
  now: Chosen | undefined,
  at: Date,
): Promise<void> =>
  appendChange(
    tx,
    {
      actor,
      action: 'choose-reports',
      object: { kind: 'person', id: actor.personId },
      before: reportFacts(former),
      after: reportFacts(now),
    },
    at,
  );
