import { after, HOUR } from '../../kernel/clock.ts';

// The bank's last word on the money of an account. Decision 65 says what an account is, and what breaks a chain.

/** Money that came to an account, as the bank's message says it. Kopecks. */
export interface Said {
  messageId: string;
  amount: bigint;
  /** After it. */
  balance: bigint;
  /** The sender's name, as the phone wrote it: an application and an SMS may mean different balances. */
  application: string;
  heardAt: Date;
}

/** The last message about an account, and how well it goes with those before. */
export interface Chain extends Said {
  /** Since then each message has continued the balance of the one before. */
  since: Date;
  /** So many of them in a row, with nothing between that may have moved the balance. */
  links: number;
  /** A later message that goes against it. */
  doubtedBy: string | null;
}

/** So many messages in a row show that nothing moves the balance unheard. */
export const UNBROKEN_LINKS = 3;
/** Later than this after its last message, money may have gone out unheard. */
export const UNBROKEN_FOR_MS = 6 * HOUR;

/** The message was heard before the last one was: it came late, and its balance is of another time. */
const isLate = (chain: Chain, said: Said) => said.heardAt < chain.heardAt;

/**
 * The balance goes on to the kopeck: the message is about this account, unless another account stood at the same kopecks. An emptied
 * account looks like any other one, and proves nothing.
 */
export const continues = (chain: Chain, said: Said): boolean =>
  !isLate(chain, said) && chain.balance !== 0n && chain.balance + said.amount === said.balance;

/** It says what the last message said: the bank's second message about the same money. */
export const repeats = (chain: Chain, said: Said): boolean =>
  chain.amount === said.amount && chain.balance === said.balance;

/** All that moved the balance was heard for a time, and the message speaks of the same balance: it must continue it. */
export const isUnbroken = (chain: Chain, said: Said): boolean =>
  chain.links >= UNBROKEN_LINKS &&
  chain.application === said.application &&
  !isLate(chain, said) &&
  said.heardAt <= after(chain.heardAt, UNBROKEN_FOR_MS);

/** A chain begins anew with this message. */
export const beginChain = (said: Said): Chain => ({ ...said, since: said.heardAt, links: 0, doubtedBy: null });

/**
 * The chain of an account after a message about it.
 * @param isGuarded a message against an unbroken chain does not change what is known: nobody but the bank knows the balance.
 */
export function extend(chain: Chain | undefined, said: Said, isGuarded: boolean): Chain {
  if (chain === undefined) return beginChain(said);
  if (isLate(chain, said) || repeats(chain, said)) return chain;
  if (continues(chain, said)) return { ...said, since: chain.since, links: chain.links + 1, doubtedBy: null };
  return isGuarded && isUnbroken(chain, said) ? { ...chain, doubtedBy: said.messageId } : beginChain(said);
}

/** The chain after something that may have moved the balance, nobody knows by how much. Its balance may still be the last. */
export const broken = (chain: Chain): Chain => (chain.links === 0 ? chain : { ...chain, links: 0 });
