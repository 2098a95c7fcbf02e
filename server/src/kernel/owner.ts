import type { Role } from '@kantor/contract/plain/routes.ts';

/** Whose objects: those of a trader, or those of a merchant. */
export interface Owner {
  role: 'trader' | 'merchant';
  id: string;
}

/** The owner that a caller is. Whoever is no trader sees what a merchant sees; an operator owns nothing. */
export const ownerOf = ({ role, id }: { role: Role; id: string }): Owner => ({
  role: role === 'trader' ? 'trader' : 'merchant',
  id,
});
