import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { processMetrics } from '../../src/app/metrics/process.ts';
import { readsOf } from '../../src/db/replica.ts';
import { vitalsText } from '../../src/app/metrics/vitals.ts';
import { kantorTest as test } from '../support/fixtures.ts';
import { HEALTHY } from './healthy.ts';

const read = (name: string) => readFileSync(new URL(`../../../ops/${name}`, import.meta.url), 'utf8');
const named = (text: string) => new Set(text.match(/\bkantor_\w+/g));

test('the alert rules and the board ask for metrics that there are, and leave none of the installation out', async ({
  kantor,
}) => {
  const { db } = kantor;
  const part = { name: 'send_webhooks', isNeeded: true, age: () => 0, lateAfterMs: 1 };
  const reads = { ...readsOf(db), state: () => ({ ageMs: 100, isRead: true }) };
  const own = processMetrics({ role: 'all', db, reads, databaseClock: { aheadMs: () => 0 }, parts: () => [part] });
  own.countRequest({ method: 'GET', route: '/live', status: 200, milliseconds: 1 });
  const installation = await vitalsText(HEALTHY.vitals);
  const served = named(`${await own.text()}\n${installation} kantor_database_answers`);
  const asked = named(`${read('prometheus/kantor.rules.yml')}\n${read('grafana/kantor.json')}`);
  expect([...asked].filter((name) => !served.has(name))).toEqual([]);
  // What nobody looks at need not be told; these are for whoever looks by hand.
  const byHand = [
    'kantor_queue_waiting',
    'kantor_bank_messages',
    'kantor_errors_day',
    'kantor_schema_version',
    'kantor_forgotten_rows',
  ];
  expect([...named(installation)].filter((name) => !asked.has(name)).toSorted()).toEqual(byHand.toSorted());
});
