import { ACCOUNTS, API_KEY, MEMBERS, TEST_API_KEY } from '@kantor/demo/accounts.ts';
import type { Settings } from './settings.ts';

const NOTES = {
  off: 'Nobody has a second factor in the demo, and operators need none: KANTOR_SECOND_FACTOR=required demands it.',
  required: 'An operator sets up a second factor first: the sign-in leads to it.',
} as const satisfies Record<Settings['secondFactor'], string>;

/** The lines printed once Kantor answers: its address, and the accounts of the demo marketplace. */
export function greeting(url: string, { demo, secondFactor }: Pick<Settings, 'demo' | 'secondFactor'>): string {
  const address = `\nKantor: ${url}\n`;
  if (!demo) return address;
  const accounts = [...Object.values(ACCOUNTS), ...Object.values(MEMBERS)].map(
    ({ role, username, password }) => `  ${role.padEnd(10)}${username.padEnd(10)}${password}`,
  );
  return [
    address,
    '  role      login     password',
    ...accounts,
    `  API key   ${API_KEY}`,
    `  test key  ${TEST_API_KEY}`,
    '',
    NOTES[secondFactor],
    '',
  ].join('\n');
}
