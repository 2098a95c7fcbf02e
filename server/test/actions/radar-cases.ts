import * as balances from '@kantor/contract/wire/platform/balances.ts';
import * as radar from '@kantor/contract/wire/platform/radar.ts';
import * as traffic from '@kantor/contract/wire/platform/traffic.ts';
import { sql } from 'kysely';
import { anyCalls, type Case } from './case.ts';

let thresholds = 0;
let banks = 0;

/** What the radar leads to. */
export const RADAR_CASES: Record<string, Case> = {
  stopTraffic: {
    calls: anyCalls(traffic.stopTraffic),
    make: async (market) => {
      const { id, username } = await market.kantor.createMerchant();
      const meanwhile = () => market.run('stop-traffic', username, '--reason', 'check');
      return { id, fields: { reason: 'Проверка' }, meanwhile };
    },
  },
  allowTraffic: {
    calls: anyCalls(traffic.allowTraffic),
    make: async (market) => {
      const { id, username } = await market.kantor.createMerchant();
      await market.run('stop-traffic', username, '--reason', 'check');
      const meanwhile = () => market.run('allow-traffic', username, '--reason', 'checked');
      return { id, fields: { reason: 'Проверено' }, meanwhile };
    },
  },
  setThreshold: {
    calls: anyCalls(radar.setThreshold),
    make: async ({ kantor: { ownerDb } }) => {
      const figure = 'silence';
      const fields = { figure, threshold: 2000 + (thresholds += 1), least: 20 };
      const meanwhile = () => sql`update radar_threshold set least = least + 1`.execute(ownerDb);
      return { fields, object: figure, meanwhile };
    },
  },
  setBalanceMode: {
    calls: anyCalls(balances.setBalanceMode),
    make: async ({ kantor: { db } }) => {
      const bank = (banks += 1);
      const meanwhile = () => sql`update balance_mode set mode = 'off' where bank_id = ${bank}`.execute(db);
      return { fields: { bank, mode: 'on' }, object: String(bank), meanwhile };
    },
  },
  acknowledgeFigure: {
    calls: anyCalls(radar.acknowledgeFigure),
    make: async ({ kantor }) => {
      const { id } = await kantor.createTrader();
      await sql`
        insert into radar_figure (account_id, figure, value, part, whole, sample, counted_at, crossed_at)
        values (${id}, 'expired_in_row', 20, 20, 30, 30, ${kantor.clock()}, ${kantor.clock()})`.execute(kantor.db);
      const meanwhile = () => sql`update radar_figure set value = 21 where account_id = ${id}`.execute(kantor.db);
      return { id, fields: { figure: 'expired_in_row', days: 7, reason: 'Знаем' }, meanwhile };
    },
  },
};
