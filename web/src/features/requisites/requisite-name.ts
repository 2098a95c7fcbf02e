import type { Requisite } from '@/api/requisites';

/** A requisite need not have a name of its own. */
export const requisiteName = ({ name, bank_type: bank, last_4_digits_card: last4 }: Requisite): string =>
  name || [bank.name, last4 && `•${last4}`].filter(Boolean).join(' ');
