import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { newId } from '../../src/kernel/ids.ts';
import { sber } from '../support/bank-phone.ts';
import { test as base } from './fixture.ts';

const read = (name: string) => readFile(new URL(`../../migrations/${name}`, import.meta.url), 'utf8');
const CODE = '481206';

const test = base
  /** Whether the code stands anywhere in the database. */
  .extend('isWritten', ({ kantor }) => async () => {
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
      kantor.db,
    );
    for (const { name } of tables) {
      const { rows } = await sql`select from ${sql.table(name)} as r where r::text like ${`%${CODE}%`} limit 1`.execute(
        kantor.db,
      );
      if (rows.length > 0) return name;
    }
    return false;
  })
  /** Runs the migration's cleaning on a message that an older version kept. */
  .extend('clean', ({ kantor }) => async () => {
    await sql`alter table notification drop constraint notification_no_code`.execute(kantor.ownerDb);
    await kantor.ownerDb.connection().execute((db) => sql.raw(`begin; ${cleaning}; commit`).execute(db));
  });
const cleaning = await read('027.do.one-time-codes.sql');
const again = await read('050.do.account-spellings-and-codes.sql');

describe('a message with a one-time code', () => {
  test('is kept as one, and the code is nowhere', async ({ kantor, trader, hear, issue, isWritten }) => {
    await issue('5000');
    const said = { application: '900', text: `Никому не сообщайте код ${CODE}. Перевод 5000р` };
    await hear(said);
    await hear({ ...said, text: said.text.replace(CODE, '771903') });
    expect(await trader.lastMessage()).toMatchObject({
      outcome: 'one_time_code',
      reason: 'Одноразовый код',
      text: 'Никому не сообщайте код ••••••. Перевод ••••р',
      amount: null,
      tail: null,
    });
    expect(await isWritten()).toBe(false);
    // The same words with another code of that minute are one message: a hash of the code would give it away.
    const { rows } = await sql`select from notification where trader_id = ${trader.id}`.execute(kantor.db);
    expect(rows).toHaveLength(1);
  });
});

describe('the migration', () => {
  test('takes codes and cards out of what is there, and leaves incomes', async ({
    kantor,
    trader,
    hear,
    issue,
    clean,
    isWritten,
  }) => {
    const id = await issue('1500');
    await hear(sber('1500'), { messageId: 'income' });
    const dirty = [
      ['code', `Никому не сообщайте код ${CODE}`, 'unread'],
      ['latin', `Kod ${CODE}. VHOD v VTB-Online`, 'unread'],
      ['old', `ПАРОЛЬ ${CODE}`, 'before_matching'],
      ['bare', '481-206', 'unread'],
      ['spent', `Покупка 500р. Код авторизации ${CODE}`, 'outgoing'],
      ['card', 'Карта 4276 3800 1234 5678', 'unread'],
      ['plain', 'Скидка 50% до 31.12', 'unread'],
    ] as const;
    for (const [name, text, outcome] of dirty) {
      await hear({ application: name, text: `Пусто ${name}` }, { messageId: name });
      await sql`
        update notification set text = ${text}, plain_request = ${JSON.stringify({ text })}, outcome = ${outcome},
          text_hash = ${outcome === 'before_matching' ? null : Buffer.from(newId(kantor.clock()).slice(0, 32))}
        where message_id = ${name}`.execute(kantor.db);
    }
    await clean();
    await clean();
    const { rows } = await sql<Record<string, unknown>>`
      select message_id as name, outcome, text, plain_request as raw, reason from notification
      where trader_id = ${trader.id} order by id`.execute(kantor.db);
    const after = Object.fromEntries(rows.map(({ name, ...row }) => [name, row]));
    for (const name of ['code', 'latin', 'old', 'bare']) {
      expect([name, after[name]]).toEqual([
        name,
        {
          outcome: 'one_time_code',
          reason: 'Одноразовый код',
          text: expect.not.stringMatching(/\d/),
          raw: expect.not.stringMatching(/\d/),
        },
      ]);
    }
    expect(after['spent']).toMatchObject({ outcome: 'outgoing', text: 'Покупка •••р. Код авторизации ••••••' });
    expect(after['card']).toMatchObject({ outcome: 'unread', text: 'Карта 427638••••••5678' });
    expect(after['plain']).toMatchObject({ outcome: 'unread', text: 'Скидка 50% до 31.12' });
    expect(after['income']).toMatchObject({ outcome: 'paid', text: sber('1500').text });
    expect((await trader.readOrder(id)).status).toBe('CLOSED');
    expect(await isWritten()).toBe(false);
  });

  test('knows codes and cards in other words and groups, too', async ({ kantor, trader, hear }) => {
    const dirty = [
      ['named', `Введите ${CODE} для оплаты 500р`, 'Введите •••••• для оплаты •••р', 'one_time_code'],
      ['unnamed', `Use ${CODE} to sign in`, 'Use •••••• to sign in', 'unread'],
      ['split', 'Т-Банк 48 12-06', 'Т-Банк •• ••-••', 'unread'],
      ['card', '4276-3800 1234.5678', '427638••••••5678', 'unread'],
      ['sum', 'Поступление 1500 от Ивана', 'Поступление 1500 от Ивана', 'unread'],
      ['money', 'Кэшбэк 1500 ₽', 'Кэшбэк 1500 ₽', 'unread'],
      ['plain', 'Вход 12:30 21.11.2026, карта *4812', 'Вход 12:30 21.11.2026, карта *4812', 'unread'],
    ] as const;
    for (const [name, text] of dirty) {
      await hear({ application: name, text: `Пусто ${name}` }, { messageId: name });
      await sql`
        update notification set text = ${text}, plain_request = ${JSON.stringify({ text })}
        where message_id = ${name}`.execute(kantor.db);
    }
    const from = again.indexOf('create function pg_temp.mask_cards');
    const part = again.slice(from).replace('account_spelt, ', '');
    for (let n = 0; n < 2; n += 1) {
      await kantor.ownerDb.connection().execute((db) => sql.raw(`begin; ${part}; commit`).execute(db));
    }
    const { rows } = await sql<Record<string, string>>`
      select message_id as name, text, plain_request as raw, outcome from notification where trader_id = ${trader.id}`.execute(
      kantor.db,
    );
    for (const [name, , text, outcome] of dirty) {
      expect(rows.find((row) => row['name'] === name)).toEqual({ name, text, raw: JSON.stringify({ text }), outcome });
    }
  });
});
