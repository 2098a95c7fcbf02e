import type { Sight } from '../kernel/mask.ts';

interface ShopData {
  payerId: string | null;
  metadata: Record<string, string> | null;
}

/** What a shop keeps beside its object, on the page of the object. */
export const toShopData = ({ payerId, metadata }: ShopData) => ({ payer_id: payerId, metadata: metadata ?? {} });

/** The same for whoever need not know the phones and accounts in it. */
export function toShopDataSeen({ payerId, metadata }: ShopData, sight: Sight) {
  const seen = Object.entries(metadata ?? {}).map(([name, value]) => [sight.text(name), sight.text(value)] as const);
  return { payer_id: sight.typed(payerId), metadata: Object.fromEntries(seen) };
}
