/** A transaction on TRON is known by 64 hexadecimal digits; kept in lower case, as one has one hash. */
export function transactionHash(text: string): string | undefined {
  const hash = text.trim().toLowerCase().replace(/^0x/, '');
  return /^[0-9a-f]{64}$/.test(hash) ? hash : undefined;
}
