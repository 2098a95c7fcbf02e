import type { AccountKind, Posting, TimedPosting } from '../../src/modules/ledger/index.ts';

/** Why postings are refused. */
export type Fault = 'sum' | 'repeated' | 'missing' | 'floor' | 'ceiling';

/** An entry as it is kept: its number on the account, and the balance after it, neither of which the platform's have. */
export interface KeptEntry {
  number: bigint | null;
  posting: string;
  at: Date;
  amount: bigint;
  balance: bigint | null;
}

/** By account, in their order. */
export type Books = Record<string, KeptEntry[]>;

export const accountName = (owner: string | null, kind: AccountKind) => `${owner ?? 'platform'} ${kind}`;
const postingName = ({ kind, cause }: Omit<Posting, 'entries'>) => `${kind} ${cause}`;

/** The ledger in the plainest way: one posting after the other, one entry after the other. */
export class LedgerModel {
  #books: Books;
  #posted = new Set<string>();

  /** @param accounts that there are, all empty. */
  constructor(accounts: readonly string[]) {
    this.#books = Object.fromEntries(accounts.map((name) => [name, []]));
  }

  get books(): Books {
    return this.#books;
  }

  /** Makes all of the postings, or none. @returns the faults of those that it does not make. */
  post(list: readonly TimedPosting[]): Set<Fault> {
    const before = { books: structuredClone(this.#books), posted: new Set(this.#posted) };
    const faults = new Set(list.flatMap((posting) => this.#postOne(posting)));
    if (faults.size > 0) {
      this.#books = before.books;
      this.#posted = before.posted;
    }
    return faults;
  }

  #balance(name: string): bigint {
    return this.#books[name]?.at(-1)?.balance ?? 0n;
  }

  #postOne({ posting, at }: TimedPosting): Fault[] {
    const name = postingName(posting);
    const faults: Fault[] = this.#posted.has(name) ? ['repeated'] : [];
    this.#posted.add(name);
    const sum = posting.entries.reduce((total, { amount }) => total + amount, 0n);
    if (posting.entries.length === 0 || sum !== 0n) faults.push('sum');
    const saysAll = posting.entries.some(({ kind }) => kind === 'owed');
    const write = (owner: string | null, kind: AccountKind, amount: bigint) =>
      faults.push(...this.#write({ posting: name, at, amount }, owner, kind));
    for (const { owner, kind, amount } of posting.entries) {
      write(owner, kind, amount);
      const debt = -this.#balance(accountName(owner, 'owed'));
      if (saysAll || kind !== 'available' || amount < 0n || debt <= 0n) continue;
      const paid = debt < amount ? debt : amount;
      write(owner, 'available', -paid);
      write(owner, 'owed', paid);
    }
    return faults;
  }

  #write(entry: Pick<KeptEntry, 'posting' | 'at' | 'amount'>, owner: string | null, kind: AccountKind): Fault[] {
    const entries = this.#books[accountName(owner, kind)];
    if (entries === undefined) return ['missing'];
    if (owner === null) {
      entries.push({ ...entry, number: null, balance: null });
      return [];
    }
    const balance = (entries.at(-1)?.balance ?? 0n) + entry.amount;
    entries.push({ ...entry, number: BigInt(entries.length + 1), balance });
    if (kind === 'owed') return balance > 0n ? ['ceiling'] : [];
    return balance < 0n ? ['floor'] : [];
  }
}
