import { listJournal } from '@kantor/contract/wire/audit.ts';
import { createExport } from '@kantor/contract/wire/exports.ts';
import { exportReconciliation, lookAtReconciliation } from '@kantor/contract/wire/reconciliations.ts';
import { createAct, setParty } from '@kantor/contract/wire/statement.ts';
import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { LISTS } from '../../src/app/lists.ts';
import { moscowDay, SECOND } from '../../src/kernel/clock.ts';
import { csvOf, reconcile, terms } from '../reconciliation/fixture.ts';
import type { Person } from '../support/people.ts';
import { test } from '../statements/fixture.ts';

// Deeds that every-deed.long.test.ts only names: acts, the details of a party, reconciliations, files. They are read as their owner reads them.

const words = readFile(new URL('../../../web/src/shared/i18n/journal.ru.json', import.meta.url), 'utf8').then(
  (text) => JSON.parse(text) as Record<'actions' | 'kinds' | 'facts', Record<string, string>>,
);

/** The journal's rows, newest first; each of them is in words. */
async function journalOf(owner: Person) {
  const { results } = await owner.call(listJournal);
  const { actions, kinds, facts } = await words;
  for (const { action, object, before, after } of results) {
    expect(actions).toHaveProperty(action);
    expect(kinds).toHaveProperty(object.kind);
    for (const fact of Object.keys({ ...before, ...after })) expect(facts).toHaveProperty(fact);
  }
  return results.map(({ action, who, object, before, after }) => ({ action, who, kind: object.kind, before, after }));
}

test('an act stands once in the journal, with who made it and of what; asked for again it adds nothing', async ({
  kantor,
  merchant,
  one,
}) => {
  const finance = await kantor.createMember(merchant.id, 'finance');
  await finance.call(createAct, { body: one });
  await finance.call(createAct, { body: one });
  await merchant.call(createAct, { body: one });
  expect(await journalOf(merchant)).toEqual([
    {
      action: 'make-act',
      who: finance.username,
      kind: 'act',
      before: null,
      after: expect.objectContaining({ from: one.from, to: one.to }),
    },
  ]);
});

test('a party’s details stand there as they were and as they are', async ({ kantor, trader }) => {
  const [first, second] = [
    { name: 'ИП Петров', details: 'ИНН 1' },
    { name: 'ИП Петров', details: 'ИНН 2' },
  ];
  await trader.call(setParty, { body: first });
  kantor.pass(SECOND);
  await trader.call(setParty, { body: second });
  expect((await journalOf(trader)).filter(({ action }) => action === 'set-party')).toEqual([
    { action: 'set-party', who: trader.username, kind: expect.any(String), before: first, after: second },
    { action: 'set-party', who: trader.username, kind: expect.any(String), before: null, after: first },
  ]);
});

test('a reconciliation stands there, and each of its files; a look at a file does not, for nothing is kept', async ({
  kantor,
  merchant,
}) => {
  const file = () => csvOf(['Номер;Сумма', 'x-1;10']);
  const day = moscowDay(kantor.clock());
  await merchant.call(lookAtReconciliation, { body: { kind: 'orders' }, file: file() });
  expect(await journalOf(merchant)).toEqual([]);
  const made = await reconcile(merchant, file(), terms('orders', ['key', 'amount'], { from: day, to: day }));
  kantor.pass(SECOND);
  await merchant.raw(exportReconciliation, { params: { id: made.id }, query: 'pile=only_theirs&format=xlsx' });
  const deeds = await journalOf(merchant);
  expect(deeds.map(({ action, who, kind }) => [action, who, kind])).toEqual([
    ['export', merchant.username, 'reconciliation'],
    ['reconcile', merchant.username, 'reconciliation'],
  ]);
  expect(deeds[1]?.after).toMatchObject({ rows: 1, only_theirs: 1 });
  expect(deeds[0]?.after).toMatchObject({ pile: 'only_theirs', rows: 1 });
});

test('a list that is taken away as a file stands there before its first byte', async ({ merchant }) => {
  await merchant.call(createExport, { body: { list: 'orders', format: 'xlsx' } });
  expect(await journalOf(merchant)).toMatchObject([
    { action: 'export', who: merchant.username, kind: 'list', after: { format: 'xlsx' } },
  ]);
});

interface Shaped {
  shape?: object;
  in?: unknown;
}

/** The fields of a query, also of one that is made of them. */
const shapeOf = (query: unknown): object => {
  const { shape, in: sent } = (query ?? {}) as Shaped;
  return shape ?? (sent === undefined ? {} : shapeOf(sent));
};

test('whatever a list may be filtered by has a word there', async () => {
  const { facts } = await words;
  const filters = LISTS.flatMap(({ call }) => Object.keys(shapeOf(call.query)));
  expect(new Set(filters).size).toBeGreaterThan(15);
  const unworded = [...new Set(filters)].filter((name) => !name.startsWith('page') && !Object.hasOwn(facts, name));
  expect(unworded).toEqual([]);
});
