import type { Done, Fact, Preview } from '@kantor/contract/wire/platform/action.ts';
import type { Facts } from '../audit/index.ts';
import type { Change, Outcome } from './frame.ts';
import { ON_ACCEPTANCE } from './second-person.ts';

/** `anna.available_usdt` is a balance of Anna's; a name of an account may have dots, that of a balance has none. */
function toFact(name: string, before: Facts[string], after: Facts[string]): Fact {
  const isLater = name.startsWith(ON_ACCEPTANCE);
  const whole = isLater ? name.slice(ON_ACCEPTANCE.length) : name;
  const dot = whole.lastIndexOf('.');
  return {
    name: whole.slice(dot + 1),
    of: dot < 0 ? null : whole.slice(0, dot),
    before,
    after,
    on_acceptance: isLater,
  };
}

/** What becomes different, and of a new object all. */
function toChange({ object, before, after }: Change): Preview['changes'][number] {
  const facts = Object.entries(after).map(([name, now]) => toFact(name, before?.[name] ?? null, now));
  return {
    object: { name: object.id, ...object },
    is_new: before === null,
    facts: facts.filter(({ before: was, after: now }) => was !== now),
  };
}

const toOutcome = ({ changes, notes = [], isProposal = false }: Outcome) => ({
  changes: changes.map(toChange),
  notes: notes.map(({ code, values }) => ({ code, values: { ...values } })),
  is_proposal: isProposal,
});

export const toPreview = ({ version, ...outcome }: Outcome & { version: string }): Preview => ({
  ...toOutcome(outcome),
  version,
});

export const toDone = (outcome: Outcome): Done => ({ ...toOutcome(outcome), secrets: { ...outcome.secrets } });
