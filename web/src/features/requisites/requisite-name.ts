import type { Requisite } from '@/api/requisites';
import { textOf } from '@/shared/lib/text-of';

/** The bank is not always there: a server may not know it. */
type Named = Pick<Requisite, 'name' | 'last_4_digits_card'> & { bank_type: Requisite['bank_type'] | null };

/** A requisite need not have a name of its own. */
export const requisiteName = ({ name, bank_type: bank, last_4_digits_card: last4 }: Named): string =>
  textOf(name) || [textOf(bank?.name), textOf(last4) && `•${last4}`].filter(Boolean).join(' ');
