import { expect } from 'vitest';
import { test } from './fixture.ts';

test('where there is nothing to change a dry run says so, and the audit is silent', async ({ kantor, market }) => {
  const before = await market.dump();
  expect(await kantor.cli('unblock', market.trader.username, '--dry-run')).toBe(
    'Dry run: nothing would change.\ntrader-1 is not blocked.',
  );
  expect(await kantor.cli('unblock', market.trader.username)).toBe('trader-1 is not blocked.');
  expect(await market.dump()).toEqual(before);
});

test('a dry run refuses what the command would refuse', async ({ kantor, market }) => {
  await expect(kantor.cli('set-rate', '300', '--dry-run')).rejects.toThrow('add --force');
  await expect(kantor.cli('create-trader', market.trader.username, '--dry-run')).rejects.toThrow('is taken.');
});
