import { transaction } from '../../../db/tx.ts';
import { AGAIN, ALONE, inTurn, type Kind, type Outcome, type TurnDeps, type Turns } from '../../../db/turns.ts';
import type { CabinetRef } from '../../cabinets/index.ts';
import { isKept } from '../../devices/index.ts';
import { type BankMessage, earlierHashes, hear, type Heard } from './heard.ts';
import { type Fate, keepTogether, Overtaken } from './keeping.ts';

export interface Deps extends TurnDeps {
  turns: Turns;
}

const OUTCOMES: Readonly<Record<Fate, Outcome<undefined>>> = {
  kept: { answer: undefined },
  entangled: AGAIN,
  apart: ALONE,
};

function overtaken(error: unknown): undefined {
  if (!(error instanceof Overtaken)) throw error;
}

/** A message of a turn, or alone: a set of one. It is kept once, by its name and its words, however often it is tried. */
async function keepAlone({ db, clock }: TurnDeps, heard: Heard): Promise<undefined> {
  for (;;) {
    const fates = await transaction(db, (tx) => keepTogether(tx, [heard], { clock, busy: 'wait' })).catch(overtaken);
    if (fates?.get(heard) === 'kept') return;
    // An order, or an earlier message, was taken by somebody else meanwhile: the next round reads it anew.
  }
}

/** Messages of a process, which are kept together. */
export const messages: Kind<Heard, undefined> = {
  name: 'bank_messages',
  together: async (deps, heard) => {
    const { clock } = deps;
    const fates = await inTurn(deps, (tx) => keepTogether(tx, heard, { clock, busy: 'skip' }));
    return heard.map((message) => OUTCOMES[fates.get(message) ?? 'apart']);
  },
  alone: keepAlone,
};

/**
 * Keeps a message once, reads it, and closes the order that it pays, if that is beyond doubt. Whatever happens in between, a
 * message is wholly kept or will be sent again.
 * @throws ApiError 404 when the cabinet is not the trader's, 503 `busy`.
 */
export async function receiveMessage(deps: Deps, cabinet: CabinetRef, message: BankMessage): Promise<void> {
  const heard = hear(cabinet, message);
  if (message.isUndated && (await isKept(deps.db, cabinet, earlierHashes(heard)))) return;
  // Whatever is blocked is paused under locks that a turn may not wait for.
  if (heard.reading.kind === 'block') await keepAlone(deps, heard);
  else await deps.turns.take(messages, heard);
}
