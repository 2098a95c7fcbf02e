import { getTraderDashboard, toggleTraffic } from '@kantor/contract/wire/balance.ts';
import { getOverview } from '@kantor/contract/wire/platform/overview.ts';
import { allowTraffic, stopTraffic } from '@kantor/contract/wire/platform/traffic.ts';
import { describe, expect } from 'vitest';
import { acting } from '../actions/fixture.ts';
import { test } from './fixture.ts';

const REASON = 'Подтверждает без сообщений';

describe('the platform stops the traffic', () => {
  test('of a trader: it is off, and they cannot switch it on until it is allowed again', async ({
    operator,
    trader,
    merchant,
    requisite,
  }) => {
    expect(requisite).toBeDefined();
    await merchant.order('1001');
    const stop = acting(operator, stopTraffic, { reason: REASON }, trader.id);
    const told = await stop.preview();
    expect(told).toMatchObject({
      changes: [{ facts: [{ name: 'traffic_on', before: true, after: false }, {}, { name: 'reason', after: REASON }] }],
      notes: [{ code: 'active_orders_go_on', values: { count: 1 } }],
    });
    await merchant.order('1002');
    await stop.carryOut(told);
    expect((await merchant.refusedOrder('1003')).code).toBe('no_requisite');
    expect(await trader.call(getTraderDashboard)).toMatchObject({ is_active: false });
    const refused = await trader.refusal(toggleTraffic, { body: { is_active: true } });
    expect([refused.status, refused.code, refused.problem.detail]).toEqual([
      409,
      'traffic_refused',
      `Трафик выключил оператор: ${REASON}`,
    ]);
    expect((await acting(operator, stopTraffic, { reason: REASON }, trader.id).refusedPreview()).code).toBe(
      'stopped_already',
    );
    await acting(operator, allowTraffic, { reason: 'Разобрались' }, trader.id).done();
    // It is the trader who switches it on.
    expect((await merchant.refusedOrder('1003')).code).toBe('no_requisite');
    await trader.call(toggleTraffic, { body: { is_active: true } });
    await merchant.order('1003');
  });

  test('of a merchant: their orders are refused with the reason, alone and in a turn, and counted', async ({
    kantor,
    operator,
    trader,
    merchant,
    requisite,
  }) => {
    expect([trader.id, requisite]).toBeDefined();
    const { id } = await merchant.order('1001');
    await acting(operator, stopTraffic, { reason: REASON }, merchant.id).done();
    const refused = await Promise.all([merchant.refusedOrder('1002'), merchant.refusedOrder('1003')]);
    for (const { status, code, problem } of refused) {
      expect([status, code, problem.detail]).toEqual([
        409,
        'traffic_stopped',
        `Площадка не выдаёт вам новых заказов: ${REASON}`,
      ]);
    }
    const { refusals } = await operator.call(getOverview);
    expect(refusals).toEqual([{ reason: 'traffic_stopped', today: 2, yesterday: 0 }]);
    // Another shop goes on, and so does what is under way.
    await (await kantor.createMerchant()).order('1002');
    expect(id).toBeDefined();
    await acting(operator, allowTraffic, { reason: 'Разобрались' }, merchant.id).done();
    await merchant.order('1004');
    expect((await acting(operator, allowTraffic, { reason: 'Ещё раз' }, merchant.id).refusedPreview()).code).toBe(
      'not_stopped',
    );
  });

  test('by a command, with a dry run', async ({ kantor, trader, operator }) => {
    expect(operator.id).toBeDefined();
    const args = ['stop-traffic', trader.username, '--reason', REASON];
    expect(await kantor.cli(...args, '--dry-run')).toContain('Dry run: nothing was written.');
    expect(await trader.call(getTraderDashboard)).toMatchObject({ is_active: true });
    expect(await kantor.cli(...args)).toContain(`Stopped the traffic of ${trader.username}.`);
    expect(await trader.call(getTraderDashboard)).toMatchObject({ is_active: false });
    await expect(kantor.cli(...args)).rejects.toThrow('The traffic of the account is stopped already.');
    expect(await kantor.cli('allow-traffic', trader.username, '--reason', 'done')).toContain('may have traffic again');
  });
});
