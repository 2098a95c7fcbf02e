import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createTronNode } from '@kantor/demo/tron/node.ts';
import { createWallet, createWithdrawal, getWithdrawal } from '@kantor/contract/wire/withdrawals.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { DAY, MINUTE } from '../../src/kernel/clock.ts';
import { tronAddress } from '../../src/modules/chain/tron.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { usdt } from '../support/money.ts';
import { test as deskTest } from './fixture.ts';

const USDT_CONTRACT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const newAddress = () => tronAddress(randomBytes(20).toString('hex'));
const newHash = () => randomBytes(32).toString('hex');
const ABOVE = '100';

/** What the simulated node answers, over HTTP, with a clock of its own. */
async function startNode() {
  let now = Date.parse('2026-11-20T09:00:00Z');
  const node = createTronNode({ now: () => now });
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      const answer = node.stub({ method: 'POST', path, query: new URLSearchParams(), headers: {}, body });
      void Promise.resolve(answer).then((said) => {
        response.writeHead(said.status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(said.body));
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Sends, as a wallet would, and waits until it is final. @returns the transaction's hash. */
    send: (to: string, amount: bigint, isFinal = true): string => {
      const said = node.answer('/demo/transfer', NaN, { to, amount: String(amount) });
      now += isFinal ? 2 * MINUTE : 3000;
      return (said.body as { txID: string }).txID;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

const test = deskTest
  .extend('limited', async ({ kantor }, { onCleanup }) => {
    const { secondOperatorAbove } = kantor.cliSettings;
    kantor.cliSettings.secondOperatorAbove = usdt(ABOVE);
    onCleanup(() => void (kantor.cliSettings.secondOperatorAbove = secondOperatorAbove));
    return true;
  })
  .extend('node', async ({ kantor }, { onCleanup }) => {
    const node = await startNode();
    kantor.cliSettings.chainNode = { url: node.url, apiKey: undefined, contract: USDT_CONTRACT, paceMs: 0 };
    onCleanup(async () => {
      kantor.cliSettings.chainNode = undefined;
      await node.close();
    });
    return node;
  })
  /** A withdrawal to a wallet of its own. */
  .extend('withdraw', ({ kantor, desk: { merchant } }) => async (amount: number) => {
    await kantor.fund(merchant.id, String(amount));
    const address = newAddress();
    const wallet = await merchant.call(createWallet, { body: { wallet_to_withdraw: address } });
    const { id } = await merchant.call(createWithdrawal, { body: { amount_in_usdt: amount, wallet_id: wallet.id } });
    const isOpen = async () => (await merchant.call(getWithdrawal, { params: { id } })).status === 'OPEN';
    return { id, address, isOpen };
  });

const proposalIn = (said: string) => /^Proposed (\S+):/.exec(said)?.[1] ?? '';

describe('a large deposit by hand', () => {
  test('waits for a second operator, who alone can carry it out, once', async ({ kantor, desk, limited }) => {
    expect(limited).toBe(true);
    const { id, username } = desk.trader;
    const before = (await kantor.balances(id)).available;
    const deposit = ['deposit', username, '100.000001', '--reference', newHash()];
    const proposal = proposalIn(await kantor.cli(...deposit, '--by', desk.anna));
    expect((await kantor.balances(id)).available).toBe(before);
    await expect(kantor.cli(...deposit, '--by', desk.boris)).rejects.toThrow('The same waits already');
    await expect(kantor.cli('accept', proposal, '--by', desk.anna)).rejects.toThrow('takes two operators');
    const both = await Promise.allSettled([
      kantor.cli('accept', proposal, '--by', desk.boris),
      kantor.cli('accept', proposal, '--by', desk.boris),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect((await kantor.balances(id)).available).toBe(before + usdt('100.000001'));
    const audit = await kantor.cli('audit', '--object', proposal);
    for (const name of [desk.anna, desk.boris]) expect(audit).toContain(name);
    expect(await kantor.cli(...deposit, '--by', desk.anna)).toContain('is already credited; nothing was changed.');
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('up to the limit is credited at once, by an operator who proves it', async ({ kantor, desk, limited }) => {
    expect(limited).toBe(true);
    const deposit = ['deposit', desk.trader.username, ABOVE, '--reference', newHash()];
    await expect(kantor.cli(...deposit, '--by', 'somebody else')).rejects.toThrow('not those of an operator');
    expect(await kantor.cli(...deposit, '--by', desk.anna)).toContain('Credited 100.000000 USDT');
  });

  test('is not cut into small ones: those of a day add up, and those of several terminals', async ({
    kantor,
    desk,
    limited,
  }) => {
    expect(limited).toBe(true);
    kantor.pass(DAY);
    const deposit = (usdtAmount: string, by = desk.anna) =>
      kantor.cli('deposit', desk.trader.username, usdtAmount, '--reference', newHash(), '--by', by);
    expect(await deposit('40')).toContain('Credited');
    expect(await deposit('0.000001')).toContain('Credited');
    const together = await Promise.all([deposit('59'), deposit('59')]);
    expect(together.filter((said) => said.startsWith('Credited'))).toHaveLength(1);
    expect(together.filter((said) => said.startsWith('Proposed'))).toHaveLength(1);
    // Accepted by another, they are not hers alone; and he has done nothing alone.
    await desk.accept(proposalIn(await deposit('1')));
    expect(await deposit('0.999999')).toContain('Credited');
    expect(await deposit('0.000001')).toContain('Proposed');
    expect(await deposit('100', desk.boris)).toContain('Credited');
    kantor.pass(DAY - 1);
    expect(await deposit('1')).toContain('Proposed');
    // All of the first day are a day old now.
    kantor.pass(2);
    expect(await deposit('100')).toContain('Credited');
  });

  test('lapses after a day', async ({ kantor, desk, limited }) => {
    expect(limited).toBe(true);
    const deposit = ['deposit', desk.trader.username, '101', '--reference', newHash()];
    const proposal = proposalIn(await kantor.cli(...deposit, '--by', desk.anna));
    kantor.pass(DAY);
    await expect(desk.accept(proposal)).rejects.toThrow('The proposal has lapsed');
    expect(proposalIn(await kantor.cli(...deposit, '--by', desk.anna))).not.toBe('');
  });
});

describe('close-withdrawal', () => {
  test('of a large one waits for a second operator', async ({ kantor, desk, limited, withdraw }) => {
    expect(limited).toBe(true);
    const { id, isOpen } = await withdraw(101);
    const said = await kantor.cli('close-withdrawal', id, '--hash', newHash(), '--by', desk.anna);
    expect(await isOpen()).toBe(true);
    await desk.accept(proposalIn(said));
    expect(await isOpen()).toBe(false);
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('of many adds up, where no node has seen them', async ({ kantor, desk, limited, node, withdraw }) => {
    expect(limited).toBe(true);
    kantor.pass(DAY);
    const close = async (amount: number, isSeen: boolean) => {
      const { id, address } = await withdraw(amount);
      const hash = isSeen ? node.send(address, usdt(String(amount))) : newHash();
      const { chainNode } = kantor.cliSettings;
      if (!isSeen) kantor.cliSettings.chainNode = undefined;
      try {
        return await kantor.cli('close-withdrawal', id, '--hash', hash, '--by', desk.anna);
      } finally {
        kantor.cliSettings.chainNode = chainNode;
      }
    };
    for (let n = 0; n < 3; n += 1) expect(await close(50, true)).toContain('Closed');
    expect(await close(60, false)).toContain('Closed');
    expect(await close(41, false)).toContain('Proposed');
    expect(await close(40, false)).toContain('Closed');
    expect(await close(50, true)).toContain('Closed');
  });

  test('asks the node: a final transaction of this sum to this wallet', async ({ kantor, desk, node, withdraw }) => {
    const { id, address, isOpen } = await withdraw(30);
    const close = (hash: string) => kantor.cli('close-withdrawal', id, '--hash', hash, '--by', desk.anna);
    await expect(close('ab'.repeat(32))).rejects.toThrow('The node knows no transaction abab');
    const other = newAddress();
    await expect(close(node.send(other, usdt('30')))).rejects.toThrow(`moves 30.000000 USDT to ${other}, and not 30`);
    await expect(close(node.send(address, usdt('29.999999')))).rejects.toThrow('moves 29.999999 USDT');
    await expect(close(node.send(address, usdt('30'), false))).rejects.toThrow('is not final yet');
    expect(await isOpen()).toBe(true);
    await close(node.send(address, usdt('30')));
    expect(await isOpen()).toBe(false);
  });

  test('refuses another token', async ({ kantor, desk, node, withdraw }) => {
    const { id, address } = await withdraw(30);
    kantor.cliSettings.chainNode = { url: node.url, apiKey: undefined, contract: newAddress(), paceMs: 0 };
    const hash = node.send(address, usdt('30'));
    await expect(kantor.cli('close-withdrawal', id, '--hash', hash, '--by', desk.anna)).rejects.toThrow(
      'moves no USDT',
    );
  });

  test('without an answer of the node takes --unseen, and that another operator', async ({
    kantor,
    desk,
    node,
    withdraw,
  }) => {
    const { id, isOpen } = await withdraw(30);
    await node.close();
    const close = ['close-withdrawal', id, '--hash', newHash(), '--by', desk.anna];
    await expect(kantor.cli(...close)).rejects.toThrow(/is of no use: .*Nothing was changed\. .*--unseen/s);
    const proposal = proposalIn(await kantor.cli(...close, '--unseen'));
    expect(await isOpen()).toBe(true);
    await desk.accept(proposal);
    expect(await isOpen()).toBe(false);
  });

  test('the node is asked again when it is accepted', async ({ kantor, desk, limited, node, withdraw }) => {
    expect(limited).toBe(true);
    const { id, address, isOpen } = await withdraw(101);
    const hash = node.send(address, usdt('101'));
    const proposal = proposalIn(await kantor.cli('close-withdrawal', id, '--hash', hash, '--by', desk.anna));
    await sql`update correction set transaction_hash = ${newHash()} where id = ${proposal}`.execute(kantor.ownerDb);
    await expect(desk.accept(proposal)).rejects.toThrow('The node knows no transaction');
    expect(await isOpen()).toBe(true);
  });
});
