/** Blocks on top of a transaction's own after which it is final: more than two thirds of TRON's 27 producers have built on it. */
export const CONFIRMATIONS = 19;
