import { conflict, notFound } from '../../kernel/errors.ts';
import { type Facts, lastFour } from '../audit/index.ts';
import { type Account, lockAccount } from '../accounts/index.ts';
import {
  type AccountKey,
  type AccountPermit,
  endPermit,
  MAX_PERMITS,
  permitAccount,
  permitName,
  readAccountKeys,
  readClaimant,
  readPermits,
} from '../requisites/index.ts';
import { allowWallet as allow, lockWallet, type OperatorWallet } from '../withdrawals/index.ts';
import type { Locked } from '../../db/tx.ts';
import type { Action } from './frame.ts';

/** An account in the journal; whose else it is, only the platform reads. */
export const keyFacts = ({ kind, value }: AccountKey, claimant: string | undefined): Facts => ({
  [kind]: lastFour(value),
  [`${kind}_claimed_by`]: claimant ?? null,
});

interface Allowing {
  /** Of the trader. */
  id: string;
  bankId: number;
  phone: string;
  bankAccount: string;
}

interface Claimed {
  trader: Account;
  keys: readonly { key: AccountKey; claimant: string | undefined }[];
}

/** Lets a trader have requisites with an account that is another trader's. */
export const allowAccount: Action<Allowing, Claimed> = {
  name: 'allow-account',
  find: async ({ tx }, { id, ...data }) => {
    const trader = await lockAccount(tx, id);
    if (trader === undefined) throw notFound();
    const keys: { key: AccountKey; claimant: string | undefined }[] = [];
    for (const key of await readAccountKeys(tx, data)) keys.push({ key, claimant: await readClaimant(tx, key) });
    return { trader, keys };
  },
  basis: ({ keys }) =>
    Object.fromEntries(keys.map(({ key, claimant }) => [`${key.kind} ${key.value}`, claimant ?? '—'])),
  act: async ({ tx, at, who }, { trader, keys }) => {
    if (trader.role !== 'trader') throw conflict('no_requisites', 'Реквизиты есть только у трейдеров');
    const allowed: Record<string, Facts[string]> = {};
    for (const { key, claimant } of keys)
      if (await permitAccount(tx, { traderId: trader.id, by: who }, key, at))
        Object.assign(allowed, keyFacts(key, claimant));
    if (Object.keys(allowed).length === 0)
      throw conflict('nothing_to_allow', 'Такого счёта или телефона нет, либо он уже разрешён');
    return { changes: [{ object: { kind: 'account', id: trader.id, name: trader.name }, before: {}, after: allowed }] };
  },
};

interface Ending {
  /** Of the trader. */
  id: string;
  /** The permit's name in the page of the trader. */
  permit: string;
}

interface Permitted {
  trader: Account;
  permit: AccountPermit;
}

/** Ends a trader's leave to have an account that is another's, unless both have requisites with it. */
export const disallowAccount: Action<Ending, Permitted> = {
  name: 'disallow-account',
  find: async ({ tx }, { id, permit: name }) => {
    const trader = await lockAccount(tx, id);
    if (trader === undefined) throw notFound();
    const permit = (await readPermits(tx, MAX_PERMITS, id)).find((each) => permitName(each) === name);
    if (permit === undefined) throw conflict('no_permit', 'Этого разрешения больше нет');
    return { trader, permit };
  },
  basis: ({ permit: { claimant, isInForce } }) => ({ claimant, in_force: isInForce }),
  act: async ({ tx }, { trader, permit }) => {
    if ((await endPermit(tx, trader.id, permit)) !== 'ended')
      throw conflict('account_shared', `Счёт сейчас и у ${permit.claimant}: сначала один из них архивирует реквизит`);
    const before = keyFacts(permit, permit.claimant ?? undefined);
    const after = Object.fromEntries(Object.keys(before).map((name) => [name, null]));
    return { changes: [{ object: { kind: 'account', id: trader.id, name: trader.name }, before, after }] };
  },
};

/** Lets a new wallet be used at once. */
export const allowWallet: Action<{ id: string }, Locked<OperatorWallet>> = {
  name: 'allow-wallet',
  find: async ({ tx }, { id }) => {
    const found = await lockWallet(tx, id);
    if (found === undefined) throw notFound();
    return found;
  },
  basis: ({ usableAt, removedAt }) => ({
    usable_at: usableAt.toISOString(),
    removed_at: removedAt?.toISOString() ?? null,
  }),
  act: async ({ tx, at }, before) => {
    if (!before.isValid) throw conflict('wallet_invalid', 'Это не адрес TRON: им нельзя пользоваться никогда');
    if (before.removedAt !== null) throw conflict('wallet_removed', `${before.owner} удалил этот кошелёк`);
    if (before.usableAt <= at) throw conflict('wallet_usable', 'Этим кошельком уже можно пользоваться');
    await allow(tx, before, at);
    const after = (await lockWallet(tx, before.id)) ?? before;
    return {
      changes: [
        {
          object: { kind: 'wallet', id: before.id },
          accountIds: [before.ownerId],
          before: { usable_at: before.usableAt.toISOString() },
          after: { usable_at: after.usableAt.toISOString() },
        },
      ],
    };
  },
};
