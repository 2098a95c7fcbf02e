/** What a bank's message says. */
export interface Reading {
  kind: 'income' | 'duplicate' | 'outgoing' | 'block' | 'unknown';
  /** The grammar that read it. */
  bank?: string;
  /** Of an income or a duplicate. */
  kopecks?: bigint;
  /** The last digits of the card or account that the text names. */
  tail?: string;
  /** Kopecks after the operation, when named. */
  balance?: bigint;
  /** As the bank wrote it. */
  sender?: string;
}

const BLOCK = /заблокирован/iu;
const OUTGOING = /получатель|покупка|списание/iu;
const INCOME = /перевод|перевели|пополнение|поступление|зачислен|^\+/iu;
const SUM = /(\d[\d\s]*)(?:[.,](\d{2}))?\s*(?:₽|р|RUB|RUR)/u;
const TAIL = /(?:счёт|счет\*|··|карта \*)(\d{4})/iu;

/** Reads the plainest messages, of no bank in particular. */
export function readMessage({ text }: { application: string; text: string }): Reading {
  const tail = TAIL.exec(text)?.[1];
  const named = tail === undefined ? {} : { tail };
  if (BLOCK.test(text)) return { kind: 'block', ...named };
  if (OUTGOING.test(text)) return { kind: 'outgoing', ...named };
  const [, whole, cents = '00'] = SUM.exec(text) ?? [];
  if (whole === undefined || !INCOME.test(text)) return { kind: 'unknown' };
  return { kind: 'income', kopecks: BigInt(whole.replaceAll(/\s/g, '') + cents), ...named };
}
