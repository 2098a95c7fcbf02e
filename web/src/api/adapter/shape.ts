import { type Page, toPayout } from './status';

// A server of the bare specification leaves these fields out or sends them in another shape. Codes are mended elsewhere.

/** A payout with its proof: a file with its name, or only an address. */
export function toPayoutDetail<Item extends { photo?: Photo | null | undefined }>(payout: Item) {
  const photo = payout.photo as Photo | string | null | undefined;
  return { ...toPayout(payout), photo: typeof photo === 'string' ? { url: photo, name: '' } : photo };
}

interface Photo {
  url: string;
  name: string;
}

/** Rows without an id of their own are known by their place. */
export const numbered = <Row extends { id: string }>(
  { count, results }: Page<Row>,
  _meta: unknown,
  { page }: { page: number },
): Page<Row> => ({ count, results: results.map((row, index) => ({ ...row, id: row.id ?? `${page}/${index}` })) });

/** An entry of the balance; its time may be left out. */
export const toOperation = <Item extends { created_at?: string }>(entry: Item): DatedOperation<Item> => ({
  ...entry,
  created_at: entry.created_at ?? null,
});

type DatedOperation<Item> = Omit<Item, 'created_at'> & { created_at: string | null };

/**
 * The answer to a change, which the specification does not show. Our server answers the changed object; a field that another
 * server leaves out keeps its value until the refetch.
 */
export const changed = <Item>(answer: Item | null): Partial<Item> => answer ?? {};

/** A cabinet whose server may not say when its phone was last online. */
export type MaybeSeen<Item extends { last_heard_at: string | null }> = Omit<Item, 'last_heard_at'> & {
  last_heard_at?: string | null;
};

/** 34 signs of base58, the first a T. The checksum is the server's to check. */
const TRON_SHAPE = /^T[1-9A-HJ-NP-Za-km-z]{33}$/;

/** All wallets, in a page or as a bare list; `is_valid` says whether the number can be a TRON address. */
export const toWallets = <Row extends { wallet_to_withdraw: string; is_valid?: boolean }>(answer: Page<Row> | Row[]) =>
  (Array.isArray(answer) ? answer : answer.results).map((wallet) => ({
    ...wallet,
    is_valid: wallet.is_valid ?? TRON_SHAPE.test(wallet.wallet_to_withdraw),
  }));

/** Raw data is shown as text, also when it comes as an object. */
export const toDeposit = <Item extends { raw_data: string }>(deposit: Item): Item => ({
  ...deposit,
  raw_data: typeof deposit.raw_data === 'string' ? deposit.raw_data : JSON.stringify(deposit.raw_data),
});
