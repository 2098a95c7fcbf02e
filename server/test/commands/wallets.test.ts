import { expect } from 'vitest';
import { HOUR } from '../../src/kernel/clock.ts';
import { test } from './fixture.ts';

const NOWHERE = '01a1f82f-1e80-7165-bb6b-52bced39bae7';

test('"wallets" lists the wallets that wait, and "allow-wallet" ends the wait of one', async ({
  kantor,
  market,
  run,
}) => {
  expect(await run('wallets')).toBe('No wallet waits.');
  const id = await market.waitingWallet();
  kantor.pass(5 * HOUR);
  const lines = (await run('wallets')).split('\n');
  expect(lines[0]).toMatch(/^id +owner +age +usable from +wallet$/);
  expect(lines[1]).toMatch(new RegExp(`^${id}  merchant-2  5 h  2026-11-21 09:00 UTC  T\\w{33}$`));
  expect(await run('allow-wallet', id)).toMatch(/^merchant-2 can withdraw to T\w{33} from now on\.$/);
  expect(await run('allow-wallet', id)).toMatch(/^The wallet T\w{33} of merchant-2 can be used already\.$/);
  expect(await run('wallets')).toBe('No wallet waits.');
  expect(await market.audited(id)).toHaveLength(1);
  await market.expectCommandError(['allow-wallet', NOWHERE], `There is no wallet ${NOWHERE}.`);
});
