/** A transaction on TRON is known by 64 hexadecimal digits; kept in lower case, as one has one hash. */
export function transactionHash(text: string): string | undefined {
  const hash = text.trim().toLowerCase().replace(/^0x/, '');
  return /^[0-9a-f]{64}$/.test(hash) ? hash : undefined;
}

/** Characters of the operator's reason. */
const MAX_REASON_LENGTH = 500;

/** The operator's reason as the owner reads it, on one line; undefined when there is none, or it is too long. */
export function rejectionReason(text: string): string | undefined {
  const reason = text.trim().replaceAll(/\s+/g, ' ');
  const isFit = reason !== '' && reason.length <= MAX_REASON_LENGTH && reason.isWellFormed() && !/\p{Cc}/u.test(reason);
  return isFit ? reason : undefined;
}
