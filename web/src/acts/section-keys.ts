import type { SectionName } from '@/session/sections';
import { paths } from '@/shared/lib/paths';

/** The letter after G that leads to a section, by the place of its key. Nobody has two sections of one letter. */
export const SECTION_KEYS: Readonly<Partial<Record<SectionName, string>>> = {
  balance: 'B',
  appeals: 'A',
  withdrawals: 'W',
  usdtWithdrawals: 'W',
  payouts: 'P',
  orders: 'O',
  operations: 'H',
  statement: 'S',
  wallets: 'L',
  cabinets: 'C',
  requisites: 'R',
  deposits: 'T',
  notifications: 'N',
  pings: 'I',
  developer: 'D',
  journal: 'J',
  members: 'M',
  overview: 'V',
  liquidity: 'L',
  radar: 'X',
  state: 'S',
  proposals: 'Q',
  rate: 'K',
  platformAccounts: 'U',
  platformOrders: 'O',
  platformPayouts: 'P',
  withdrawalDesk: 'W',
  platformAppeals: 'A',
  platformRequisites: 'R',
  platformCabinets: 'C',
  platformNotifications: 'N',
  platformDeposits: 'T',
  platformWebhooks: 'D',
  platformJournal: 'J',
};

/** Goes to the section of the letter, as by its entry in the menu: whoever has none there has no such section. */
export function goToSection(letter: string): boolean {
  const entries = Object.entries(SECTION_KEYS).flatMap(([name, key]) =>
    key === letter ? [...document.querySelectorAll<HTMLElement>(`nav a[href="${paths[name as SectionName]}"]`)] : [],
  );
  entries[0]?.click();
  return entries.length > 0;
}
