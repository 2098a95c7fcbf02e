/** The accounts of the demo marketplace. Their passwords are public: production never has them. */
const DEMO_ACCOUNTS = [
  ['trader', 'trader', 'trader-demo-1'],
  ['trader', 'trader2', 'trader-demo-2'],
  ['merchant', 'merchant', 'merchant-demo-1'],
  ['operator', 'operator', 'operator-demo-1'],
] as const;

/** What the person who started Kantor is told once it answers. */
export function greeting(url: string, demo: boolean): string {
  const address = `\nKantor: ${url}\n`;
  if (!demo) return address;
  const accounts = DEMO_ACCOUNTS.map(([role, login, password]) => `  ${role.padEnd(10)}${login.padEnd(10)}${password}`);
  return [address, '  role      login     password', ...accounts, '  API key   kantor_demo_merchant_key', ''].join(
    '\n',
  );
}
