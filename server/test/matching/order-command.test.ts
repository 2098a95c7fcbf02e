import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import { describe, expect } from 'vitest';
import { sber } from '../support/bank-phone.ts';
import { test as base } from './fixture.ts';

// "order" tells an operator by what an order was confirmed.

const test = base
  .extend('confirmedBy', ({ kantor }) => async (id: string) => {
    const lines = (await kantor.cli('order', id)).split('\n');
    return lines.find((line) => line.startsWith('confirmed by'))?.replace(/^confirmed by +/, '');
  })
  .extend('requisiteId', ({ requisite }) => requisite);

describe('the command "order"', () => {
  test('shows the message that a trader chose, who, and when', async ({
    requisiteId,
    trader,
    hear,
    issue,
    confirmedBy,
  }) => {
    expect(requisiteId).toBeDefined();
    const id = await issue('1500');
    expect(await confirmedBy(id)).toBe('-');
    await hear(sber('1490'));
    const message = await trader.lastMessage();
    await trader.call(confirmOrder, { params: { id }, body: { notification_id: message.id } });
    expect(await confirmedBy(id)).toBe(
      `message ${message.id} "${message.text}"; ${trader.username} said so, 2026-11-20 09:01 UTC`,
    );
  });

  test('shows why there is no message', async ({ requisiteId, trader, issue, confirmedBy }) => {
    expect(requisiteId).toBeDefined();
    const [noted, silent, nothing] = [await issue('1500'), await issue('1600'), await issue('1700')];
    const body = { without_message: 'other', note: 'банк\nпозвонил' } as const;
    await trader.call(confirmOrder, { params: { id: noted }, body });
    expect(await confirmedBy(noted)).toMatch(
      new RegExp(`^without a message: other "банк позвонил"; ${trader.username} said so, .+ UTC$`),
    );
    await trader.call(confirmOrder, { params: { id: silent }, body: { without_message: 'screenshot' } });
    expect(await confirmedBy(silent)).toMatch(/^without a message: screenshot; /);
    await trader.call(confirmOrder, { params: { id: nothing } });
    expect(await confirmedBy(nothing)).toMatch(/^nothing was said; the trader closed it, .+ UTC$/);
  });

  test('shows the message that a phone heard, as it was kept, and the rest of the order', async ({
    kantor,
    requisiteId,
    merchant,
    trader,
    hear,
    issue,
    confirmedBy,
  }) => {
    expect(requisiteId).toBeDefined();
    const id = await issue('1500');
    await hear({ application: '900', text: 'Код 4821. Карта 2202201234567890' });
    await hear(sber('1500'));
    expect(await confirmedBy(id)).toMatch(/^message .+ "СЧЁТ4321 .+"; a phone of .+ heard it, .+ UTC$/);
    const shown = await kantor.cli('order', id.toUpperCase());
    expect(shown).toContain(`order         ${id}\n`);
    expect(shown).toMatch(new RegExp(`\\ntrader +${trader.username}\\n`));
    expect(shown).toMatch(new RegExp(`\\nnumber +\\S+ of ${merchant.username}\\n`));
    expect(shown).toMatch(/\nwhen +status +by\n.+ ACTIVE +merchant\n.+ CLOSED +device\n/);
    expect(shown).toMatch(/\nheard +outcome +message +text\n.+ paid +/);
    expect(shown).not.toMatch(/4821|2202201234567890/);
  });

  test('of no order is refused', async ({ kantor, requisiteId }) => {
    await expect(kantor.cli('order', requisiteId)).rejects.toThrow(`There is no order ${requisiteId}.`);
  });
});
