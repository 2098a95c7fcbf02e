import type { ActionCalls } from '@kantor/contract/wire/platform/action.ts';
import type { Market } from '../commands/fixture.ts';

/** How a test does an action. */
export interface Case {
  calls: ActionCalls;
  /** Something for the action to be done to. */
  make: (market: Market) => Promise<{
    id?: string;
    fields?: Record<string, unknown>;
    /** The object of the audit's row; that of the address unless given. */
    object?: string;
    /** What changes what the action is based on. */
    meanwhile: () => Promise<unknown>;
  }>;
}

export const anyCalls = (calls: object) => calls as ActionCalls;

let numbers = 0;
/** Another at each call. */
export const newNumber = () => (numbers += 1);

const operator = async ({ kantor }: Market) => (await kantor.createOperator()).username;

export const byAnother = async (market: Market, command: string, id: string) =>
  market.run(command, id, '--by', await operator(market));

/** Proposes by a command. @returns the proposal's id; with `accepted`, it is carried out. */
export async function proposed(market: Market, command: string[], accepted = false): Promise<string> {
  const said = await market.run(...command, '--by', await operator(market));
  const id = /^Proposed (\S+):/.exec(said)?.[1] ?? '';
  if (accepted) await byAnother(market, 'accept', id);
  return id;
}
