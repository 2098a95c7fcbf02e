import { ACCOUNTS, API_KEY } from '@kantor/demo/accounts.ts';

/** The lines printed once Kantor answers: its address, and the accounts of the demo marketplace. */
export function greeting(url: string, demo: boolean): string {
  const address = `\nKantor: ${url}\n`;
  if (!demo) return address;
  const accounts = Object.values(ACCOUNTS).map(
    ({ role, username, password }) => `  ${role.padEnd(10)}${username.padEnd(10)}${password}`,
  );
  return [address, '  role      login     password', ...accounts, `  API key   ${API_KEY}`, ''].join('\n');
}
