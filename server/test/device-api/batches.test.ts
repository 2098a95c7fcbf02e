import type { Answer } from '../support/phone.ts';
import { sendNotifications } from '@kantor/contract/wire/device-api.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { after, DAY, HOUR, MINUTE } from '../../src/kernel/clock.ts';
import { test as base } from './fixture.ts';

const { path } = sendNotifications;

/** A batch refused as a whole keeps nothing. */
const refusalOf =
  (count: () => Promise<number>) => async (call: () => Promise<Answer>, status: number, code: string) => {
    const answer = await call();
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(await count()).toBe(0);
    return answer;
  };

const test = base
  .extend('expectRefused', ({ messages }) => refusalOf(async () => (await messages()).count))
  /** When a message was heard, by our clock. */
  .extend('heardAt', ({ kantor, cabinet }) => async (id: string) => {
    const { rows } = await sql<{ at: Date }>`
      select heard_at as at from notification where cabinet_id = ${cabinet} and message_id = ${id}`.execute(kantor.db);
    return rows[0]?.at.getTime();
  })
  /** A moment so long from now, as the wire has it. */
  .extend(
    'shifted',
    ({ kantor }) =>
      (milliseconds: number) =>
        after(kantor.clock(), milliseconds).toISOString(),
  );

describe('a batch of messages', () => {
  test('is kept, and the answer has its ids, new and repeated', async ({ phone, messages }) => {
    const first = await phone.notify([phone.message('1'), phone.message('2')]);
    expect([first.status, first.body.accepted]).toEqual([200, ['1', '2']]);
    const second = await phone.notify([phone.message('2'), phone.message('3')]);
    expect([second.status, second.body.accepted]).toEqual([200, ['2', '3']]);
    const { count, results } = await messages();
    expect([count, results.map(({ text }) => text)]).toEqual([3, ['Зачисление 3', 'Зачисление 2', 'Зачисление 1']]);
  });

  test('posted twice at once is kept once', async ({ phone, messages }) => {
    const batch = Array.from({ length: 20 }, (_, n) => phone.message(String(n)));
    const answers = await Promise.all([phone.notify(batch), phone.notify(batch)]);
    const heard = answers.filter(({ status }) => status === 200);
    expect(heard.length).toBeGreaterThan(0);
    for (const { body } of heard) expect(body.accepted).toHaveLength(20);
    expect((await messages()).count).toBe(20);
  });

  test('keeps what the phone sent, as it was', async ({ kantor, phone, message }) => {
    const sent = { ...phone.message('1'), phone: '+79990010101', application: 'ru.sberbankmobile' };
    await phone.notify([sent]);
    const kept = await message();
    expect(kept).toMatchObject({ phone: sent.phone, application: sent.application, text: sent.text });
    expect(JSON.parse(kept.plain_request)).toMatchObject({ ...sent, sent_at: kantor.clock().toISOString() });
  });

  test.for([
    ['is right', 0],
    ['is an hour fast', HOUR],
    ['is three hours slow', -3 * HOUR],
    ['stands in another century', -50 * 365 * DAY],
  ] as const)(
    'is dated by our clock when the phone’s %s',
    async ([_how, skew], { kantor, phone, heardAt, shifted }) => {
      const notifications = [{ ...phone.message('1'), time: shifted(skew - 5 * MINUTE) }];
      const answer = await phone.post(path, { sent_at: shifted(skew), notifications });
      expect(answer.status).toBe(200);
      expect(await heardAt('1')).toBe(kantor.clock().getTime() - 5 * MINUTE);
    },
  );

  test('is never dated in the future, nor before there were phones', async ({ kantor, phone, heardAt, shifted }) => {
    const sent = [
      { ...phone.message('future'), time: shifted(10 * MINUTE) },
      { ...phone.message('far future', 'Не скоро'), time: '9999-12-31T23:59:59.999Z' },
      { ...phone.message('past', 'Давно'), time: '0001-01-01T00:00:00Z' },
    ];
    expect((await phone.notify(sent)).status).toBe(200);
    expect(await heardAt('future')).toBe(kantor.clock().getTime());
    expect(await heardAt('far future')).toBe(kantor.clock().getTime());
    expect(await heardAt('past')).toBe(kantor.clock().getTime() - 30 * DAY);
  });

  test('takes times of any zone', async ({ kantor, phone, heardAt, shifted }) => {
    const time = shifted(3 * HOUR).replace('Z', '+03:00');
    await phone.notify([{ ...phone.message('1'), time }]);
    expect(await heardAt('1')).toBe(kantor.clock().getTime());
  });

  test('with the same words twice in a minute of the phone’s clock keeps them once, though by ours it is two', async ({
    kantor,
    phone,
    messages,
    shifted,
  }) => {
    // A phone that is half a minute fast.
    kantor.pass(MINUTE - (kantor.clock().getTime() % MINUTE) + 28_000);
    const [first, second] = [shifted(30_000 - 53_000), shifted(30_000 - 3000)];
    expect([first.slice(0, 16), first.slice(17, 19), second.slice(17, 19)]).toEqual([second.slice(0, 16), '05', '55']);
    const notifications = [first, second].map((time, n) => ({ ...phone.message(`${n}`, 'Зачисление 1р'), time }));
    const { body } = await phone.post(path, { sent_at: shifted(30_000), notifications });
    expect(body.accepted).toEqual(['0', '1']);
    expect((await messages()).count).toBe(1);
  });

  test('has one to a hundred messages', async ({ phone, expectRefused }) => {
    const many = (n: number) => Array.from({ length: n }, (_, index) => phone.message(`${n}/${index}`));
    await expectRefused(() => phone.notify([]), 400, 'invalid');
    await expectRefused(() => phone.notify(many(101)), 400, 'invalid');
    const answer = await phone.notify(many(100));
    expect([answer.status, answer.body.accepted.length]).toEqual([200, 100]);
  });

  test('with one name twice keeps what it said first', async ({ phone, messages }) => {
    const answer = await phone.notify([phone.message('1', 'Раз'), phone.message('1', 'Два'), phone.message('2')]);
    expect(answer.body.accepted).toEqual(['1', '1', '2']);
    const { results } = await messages();
    expect(results.map(({ text }) => text)).toEqual(['Зачисление 2', 'Раз']);
  });

  const hostile: [what: string, sent: object, shown: object][] = [
    ['a NUL', { text: 'Перевод\u0000 1р' }, { text: 'Перевод 1р' }],
    ['half a character', { text: 'а\uDC00б\uD800' }, { text: 'а\uFFFDб\uFFFD' }],
    ['controls', { text: '\u0007\u001B[2Jа\tб\r\nв\u0085\u007F' }, { text: '[2Jа\tб\r\nв' }],
    ['letters that run backwards', { text: 'Сумма \u202E001\u202C \u2066р\u2069' }, { text: 'Сумма 001 р' }],
    ['a long text', { text: 'ж'.repeat(100_000) }, { text: 'ж'.repeat(4000) }],
    ['a character where it is cut', { text: `${'ж'.repeat(3999)}😀` }, { text: `${'ж'.repeat(3999)}\uFFFD` }],
    ['no text', { text: '' }, { text: '' }],
    ['a text of nothing that is seen', { text: ' \u0000\n' }, { text: '' }],
    ['a sender that is too long', { application: 'x'.repeat(300) }, { application: 'x'.repeat(255) }],
    ['a sender of nothing that is seen', { application: '\u0000' }, { application: 'SMS' }],
    ['a sender of half a character', { application: '9\uD83D00' }, { application: '9\uFFFD00' }],
    ['a number that is too long', { phone: '7'.repeat(65) }, { phone: '7'.repeat(64) }],
    ['a number with a NUL', { phone: '+7\u0000999' }, { phone: '+7999' }],
  ];

  test.for(hostile)(
    'with %s, as anybody may have written it, is kept cleaned and cut',
    async ([_what, sent, shown], { phone, messages, message }) => {
      const answer = await phone.notify([phone.message('1'), { ...phone.message('2'), ...sent }, phone.message('3')]);
      expect(answer.body).toMatchObject({ accepted: ['1', '2', '3'], rejected: [] });
      expect((await messages()).count).toBe(3);
      const kept = await message(1);
      expect(kept).toMatchObject(shown);
      // The request stays beside it, cut when it is too long.
      expect(kept.plain_request.length).toBeLessThanOrEqual(64 * 1024);
      expect(kept.plain_request).toContain(JSON.stringify(Object.values(sent)[0]).slice(1, 60_000).replace(/"$/, ''));
    },
  );

  test('is signed as it was sent, before it is cleaned', async ({ kantor, phone, expectRefused }) => {
    const hostileText = { ...phone.message('1'), text: 'а\u0000\uD800' };
    const body = { sent_at: kantor.clock().toISOString(), notifications: [hostileText] };
    const cleaned = JSON.stringify(body).replaceAll('\\u0000', '');
    await expectRefused(() => phone.post(path, body, { sentBody: cleaned }), 401, 'bad_signature');
    expect((await phone.post(path, body)).body.accepted).toEqual(['1']);
  });

  test('with bytes that are no UTF-8 is refused', async ({ kantor, phone, expectRefused }) => {
    const body = { sent_at: kantor.clock().toISOString(), notifications: [phone.message('1', 'Перевод ?р')] };
    const bytes = Buffer.from(JSON.stringify(body));
    bytes[bytes.indexOf('?')] = 0xff;
    await expectRefused(() => phone.post(path, bytes), 400, 'malformed');
  });

  test.for([
    ['message_id', { message_id: '' }],
    ['message_id', { message_id: 'x'.repeat(129) }],
    ['message_id', { message_id: 'a\u0000' }],
    ['message_id', { message_id: undefined }],
    ['application', { application: undefined }],
    ['text', { text: 1 }],
    ['time', { time: 'вчера' }],
    ['time', { time: '2026-11-20T09:00:00' }],
    ['time', { time: '2026-02-30T09:00:00Z' }],
    ['phone', { phone: null }],
    ['surprise', { surprise: 1 }],
  ] as const)(
    'with a wrong %s is kept without it, and the field is named',
    async ([field, change], { phone, messages }) => {
      const batch = [phone.message('1'), { ...phone.message('2'), ...change }, phone.message('3')];
      const { status, body } = await phone.notify(batch);
      expect([status, body.accepted, body.rejected.length]).toEqual([200, ['1', '3'], 1]);
      expect([body.rejected[0].index, Object.keys(body.rejected[0].errors)]).toEqual([1, [field]]);
      expect((await messages()).count).toBe(2);
    },
  );

  test.for([null, 'text', 7, []])('with %j for a message is kept without it', async (nonsense, { phone }) => {
    const { body } = await phone.notify([nonsense, phone.message('1')]);
    expect([body.accepted, body.rejected]).toEqual([['1'], [{ index: 0, errors: { message: [expect.anything()] } }]]);
  });

  test.for([
    ['sent_at', { sent_at: 'вчера' }],
    ['sent_at', { sent_at: undefined }],
    ['notifications', { notifications: {} }],
  ] as const)('that is none, by its %s, is refused', async ([field, change], { kantor, phone, expectRefused }) => {
    const body = { sent_at: kantor.clock().toISOString(), notifications: [phone.message('1')], ...change };
    const refused = await expectRefused(() => phone.post(path, body), 400, 'invalid');
    expect(Object.keys(refused.body.errors)).toEqual([field]);
  });

  test('is refused as a whole when the database cannot be asked: the phone keeps it', async ({
    kantor,
    phone,
    expectRefused,
  }) => {
    await sql`
      create function away() returns trigger language plpgsql as $$
        begin raise exception 'going away' using errcode = '57P03'; end $$`.execute(kantor.ownerDb);
    await sql`create trigger away before insert on notification for each row execute function away()`.execute(
      kantor.ownerDb,
    );
    try {
      await expectRefused(() => phone.notify([phone.message('1')]), 503, 'unavailable');
    } finally {
      await sql`drop trigger away on notification`.execute(kantor.ownerDb);
    }
    expect((await phone.notify([phone.message('1')])).body.accepted).toEqual(['1']);
  });

  test('of which one meets a database that cannot be asked keeps what is before it, and nothing after it: the phone’s order stays', async ({
    kantor,
    phone,
    messages,
  }) => {
    await sql`
      create function away_once() returns trigger language plpgsql as $$
        begin
          if new.text = 'Два' then raise exception 'going away' using errcode = '57P03'; end if;
          return new;
        end $$`.execute(kantor.ownerDb);
    await sql`create trigger away_once before insert on notification for each row execute function away_once()`.execute(
      kantor.ownerDb,
    );
    const batch = ['Раз', 'Два', 'Три'].map((text, n) => phone.message(String(n), text));
    try {
      expect((await phone.notify(batch)).status).toBe(503);
    } finally {
      await sql`drop trigger away_once on notification`.execute(kantor.ownerDb);
    }
    expect((await messages()).results.map(({ text }) => text)).toEqual(['Раз']);
    expect((await phone.notify(batch)).body.accepted).toEqual(['0', '1', '2']);
    expect((await messages()).results.map(({ text }) => text)).toEqual(['Три', 'Два', 'Раз']);
  });

  test('of which one cannot be kept, for a reason that nobody foresaw, is kept without it until it can', async ({
    kantor,
    phone,
    messages,
  }) => {
    await sql`alter table notification add constraint unforeseen check (text <> 'Беда') not valid`.execute(
      kantor.ownerDb,
    );
    const batch = [phone.message('1'), phone.message('2', 'Беда'), phone.message('3')];
    try {
      const { status, body } = await phone.notify(batch);
      expect([status, body.accepted, body.rejected]).toEqual([200, ['1', '3'], []]);
    } finally {
      await sql`alter table notification drop constraint unforeseen`.execute(kantor.ownerDb);
    }
    expect((await phone.notify(batch)).body.accepted).toEqual(['1', '2', '3']);
    expect((await messages()).count).toBe(3);
  });
});
