import type { PersonActor } from './actor.ts';
import type { Role } from '@kantor/contract/plain/rights.ts';

/** The owner of objects: a trader or a merchant. */
export interface Owner {
  role: 'trader' | 'merchant';
  id: string;
  /** The person at work; a merchant's server is nobody. */
  actor?: PersonActor;
}

/** The caller as an owner. Every caller but a trader sees what a merchant sees; an operator owns nothing. */
export const ownerOf = ({ role, id }: { role: Role; id: string }): Owner => ({
  role: role === 'trader' ? 'trader' : 'merchant',
  id,
});
