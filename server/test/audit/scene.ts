import type { Call } from '@kantor/contract/wire/call.ts';
import type { Kantor } from '../support/kantor.ts';
import type { Merchant, Operator, Trader } from '../support/people.ts';

/** A marketplace with one trader who takes orders, one shop, and somebody of the platform. */
export interface Scene {
  kantor: Kantor;
  trader: Trader;
  merchant: Merchant;
  operator: Operator;
}

/** Something that a person does, which the journal of their account keeps. */
export interface Deed {
  /** The call that does it. */
  call: Pick<Call, 'method' | 'path'>;
  action: string;
  /** In whose account; the trader's unless given. */
  of?: 'trader' | 'merchant';
  /** Does it once, however often it is asked for. Answers the id of the person, when it was not the account's owner. */
  act: (scene: Scene) => Promise<unknown>;
}
