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
