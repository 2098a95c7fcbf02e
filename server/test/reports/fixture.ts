import type { AlertChannel, ReportKind, ReportLanguage } from '@kantor/contract/plain/alerts.ts';
import { chooseAlerts } from '@kantor/contract/wire/alerts.ts';
import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import { sql } from 'kysely';
import { MINUTE, moscowDay } from '../../src/kernel/clock.ts';
import { makeReports } from '../../src/modules/reports/index.ts';
import { test as base } from '../alerts/fixture.ts';
import { fanOutAll, foldAll } from '../support/outbox-reading.ts';
import type { Person } from '../support/people.ts';

interface Chosen {
  kinds?: readonly ReportKind[];
  channels?: AlertChannel[];
  hour?: number;
  language?: ReportLanguage;
  quiet?: { from: string; to: string } | null;
}

/** It is Friday, 20 November 2026, noon in Moscow. A trader takes all orders. */
export const test = base
  /** Somebody chooses which reports come to them. */
  .extend(
    'choose',
    () =>
      (
        person: Person,
        { kinds = ['report_day'], channels = ['push'], hour = 9, language, quiet = null }: Chosen = {},
      ) =>
        person.call(chooseAlerts, {
          body: {
            kinds: kinds.map((kind) => ({ kind, is_on: true, sounds: false, channels })),
            quiet_hours: quiet,
            report_hour: hour,
            ...(language && { report_language: language }),
          },
        }),
  )
  /** The clock goes on to a time in Moscow. */
  .extend('until', ({ kantor }) => (day: string, time: string) => {
    const moment = new Date(`${day}T${time}:00+03:00`);
    kantor.pass(moment.getTime() - kantor.clock().getTime());
  })
  /** An order is issued, and paid. */
  .extend('sell', ({ kantor, trader, merchant }) => async (roubles: string) => {
    const { id } = await merchant.order(roubles);
    kantor.pass(MINUTE);
    await trader.call(confirmOrder, { params: { id } });
    return id;
  })
  /** What has happened is counted, a worker makes what is due, and sends it. */
  .extend('work', ({ kantor, worker }) => async () => {
    await foldAll(kantor);
    await makeReports(kantor);
    await worker.dispatch();
  })
  /** What a merchant's server was told of days, oldest first. */
  .extend('told', ({ kantor }) => async (merchantId: string) => {
    await fanOutAll(kantor);
    const { rows } = await sql<{ type: string; body: string; isTest: boolean }>`
      select type, body, is_test as "isTest" from webhook
      where merchant_id = ${merchantId} and type = 'report.day' order by merchant_seq`.execute(kantor.db);
    return rows.map(({ body, ...delivery }) => ({
      ...delivery,
      body: JSON.parse(body) as { type: string; timestamp: string; data: { day: string } },
    }));
  })
  .extend(
    'today',
    ({ kantor }) =>
      () =>
        moscowDay(kantor.clock()),
  );

/** `1 500,00 ₽` with spaces that a keyboard has. */
export const plain = (text: string | undefined): string | undefined => text?.replaceAll('\u00a0', ' ');
