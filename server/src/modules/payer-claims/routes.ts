import { getPayerClaim } from '@kantor/contract/wire/payer-claims.ts';
import type { Bind } from '../../http/endpoint.ts';
import { ownerOf } from '../../kernel/owner.ts';
import { type Deps, getClaim } from './service.ts';
import { toClaim } from './wire.ts';

/** What payers say, for the trader and the merchant of an order. */
export function payerClaimRoutes(bind: Bind, { db, files }: Pick<Deps, 'db' | 'files'>): void {
  bind(getPayerClaim, async ({ caller, params }) => {
    const claim = await getClaim(db, ownerOf(caller), params.id);
    return { claim: claim === undefined ? null : toClaim(claim, files.linksFor(caller)) };
  });
}
