import { SBP_MEMBERS } from '@kantor/contract/plain/sbp-members.ts';
import { type Cell, type ReadCell, readText } from '../tables/index.ts';

const letters = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
/** Without what banks are called by the way. */
const core = (name: string) =>
  letters(
    name
      .toLowerCase()
      .replaceAll(/["«»“”()]/g, ' ')
      .replaceAll(/(?<!\p{L})(?:пао|ао|ооо|кб|акб|банк)(?!\p{L})/gu, ' '),
  ).replace(/банк$/, '');

/** Former names, and those that people use. */
const ALSO: Readonly<Record<string, string>> = {
  сбер: '100000000111',
  тинькофф: '100000000004',
  тинькоффбанк: '100000000004',
  tbank: '100000000004',
  tinkoff: '100000000004',
  sber: '100000000111',
  sberbank: '100000000111',
  vtb: '100000000005',
  псб: '100000000010',
  мкб: '100000000025',
};

/** Members by what they may be called; what several are called by is nobody's. */
const BY_NAME = new Map<string, string | undefined>();
for (const write of [core, letters])
  for (const [id, name] of SBP_MEMBERS) {
    const key = write(name);
    if (key.length > 1)
      BY_NAME.set(key, BY_NAME.has(key) && BY_NAME.get(key) !== id && write === core ? undefined : id);
  }

/** The bank of a recipient by its name or its id; none is null. */
export function readBank(cell: Cell): ReadCell<string | null> {
  const read = readText(cell);
  if ('fault' in read) return read;
  const { value } = read;
  if (value === '') return { value: null };
  if (/^\d{12}$/.test(value)) return { value };
  const id = BY_NAME.get(letters(value)) ?? ALSO[letters(value)] ?? BY_NAME.get(core(value));
  return id === undefined ? { fault: `банка «${value.slice(0, 60)}» нет среди участников СБП` } : { value: id };
}
