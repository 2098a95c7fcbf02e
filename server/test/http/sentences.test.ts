import * as calls from '@kantor/contract/wire/calls.ts';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { sentenceOf } from '../../src/http/sentences.ts';

z.config({ localeError: sentenceOf });

const isSchema = (value: unknown): value is z.ZodType => value instanceof z.ZodType;

/** All schemas that a schema is made of, itself included. */
function partsOf(schema: z.ZodType, seen = new Set<z.ZodType>()): Set<z.ZodType> {
  if (seen.has(schema)) return seen;
  seen.add(schema);
  // Checks are part of the schema that has them.
  const { checks: _checks, ...def } = schema.def as unknown as Record<string, unknown>;
  for (const held of Object.values(def)) {
    const values = isSchema(held) || typeof held !== 'object' || held === null ? [held] : Object.values(held);
    for (const value of values) if (isSchema(value)) partsOf(value, seen);
  }
  return seen;
}

const sent = calls.CALLS.concat(calls.MERCHANT_CALLS)
  .flatMap((call) => [call.query, call.body])
  .filter((schema) => schema !== undefined);
// What only ever follows a schema that has let a value in is never given another.
const all = new Set(sent.flatMap((schema) => [...partsOf(schema)]).filter(({ type }) => type !== 'transform'));

const FAULTY = [
  undefined,
  null,
  true,
  -1,
  0,
  0.5,
  1e15,
  Number.NaN,
  '',
  'x',
  '\u0000',
  'x'.repeat(20_000),
  [],
  ['x'],
  Array.from({ length: 300 }, () => 'x'),
  {},
  { unknown: 1 },
  { ['x'.repeat(1000)]: 'x' },
];

const faults = [...all].flatMap((schema) => FAULTY.flatMap((value) => schema.safeParse(value).error?.issues ?? []));

test('every kind of fault that the calls can have is met', () => {
  const kinds = new Set(faults.map(({ code }) => code));
  expect([...kinds].toSorted()).toEqual([
    'custom',
    'invalid_format',
    'invalid_key',
    'invalid_type',
    'invalid_union',
    'invalid_value',
    'too_big',
    'too_small',
    'unrecognized_keys',
  ]);
});

test('each has a Russian sentence, none of it the library’s', () => {
  const odd = faults.filter(
    ({ message }) =>
      !/^(?:[А-ЯЁ]|«x» — )/.test(message) ||
      /ожидалось|получено|ввод|[Ii]nvalid|expected|instanceof|undefined|NaN|\bstring\b|\bobject\b|\[|\]/.test(message),
  );
  expect(odd.map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
});

test('each type and format of the calls has a sentence of its own; patterns share one', () => {
  const general = z.symbol().safeParse(1).error?.issues[0]?.message;
  const unnamed = faults.filter(
    (issue) => issue.message === general && !('format' in issue && issue.format === 'regex'),
  );
  expect(new Set(unnamed.map((issue) => JSON.stringify(issue)))).toEqual(new Set());
});

describe('a sentence', () => {
  test.each<[sentence: string, schema: z.ZodType, value: unknown]>([
    ['Заполните это поле', z.string(), undefined],
    ['Заполните это поле', z.enum(['a', 'b']), undefined],
    ['Заполните это поле', z.string().min(1), ''],
    ['Укажите строку', z.string(), 5],
    ['Укажите число', z.coerce.number(), 'x'],
    ['Укажите целое число', z.number().int(), 1.5],
    ['Укажите true или false', z.boolean(), 'yes'],
    ['Укажите список', z.array(z.string()), {}],
    ['Укажите объект с полями', z.strictObject({}), []],
    ['Укажите строку или число', z.union([z.string(), z.number()]), true],
    ['Такого значения здесь быть не может', z.union([z.literal(1), z.string()]), true],
    ['Выберите одно из значений: sbp, card', z.enum(['sbp', 'card']), 'cash'],
    ['Здесь может быть только true', z.literal(true), false],
    ['Укажите число не меньше 1', z.number().min(1), 0],
    ['Укажите число больше 0', z.number().positive(), 0],
    ['Укажите число не больше 100', z.number().max(100), 101],
    ['Укажите число меньше 5', z.number().lt(5), 5],
    ['Не короче 8 символов', z.string().min(8), 'x'],
    ['Не короче 21 символа', z.string().min(21), 'x'],
    ['Не длиннее 3 символов', z.string().max(3), 'xxxx'],
    ['Нужно ровно 4 символа', z.string().length(4), 'x'],
    ['Не больше 1 значения', z.array(z.string()).max(1), ['x', 'x']],
    ['Не меньше 2 значений', z.array(z.string()).min(2), ['x']],
    ['Укажите время: 2026-11-23T12:00:00Z', z.iso.datetime(), 'x'],
    ['Укажите дату: 2026-11-23', z.iso.date(), 'x'],
    ['Укажите адрес IPv4: 203.0.113.7', z.ipv4(), 'x'],
    ['Проверьте, как записано это значение', z.string().regex(/^\d$/), 'x'],
    ['Укажите число, которое делится на 5', z.number().multipleOf(5), 3],
    ['Имя этого поля не подходит: не длиннее 3 символов', z.record(z.string().max(3), z.string()), { long: '' }],
    ['Неизвестное поле', z.strictObject({}), { a: 1 }],
    ['Такого значения здесь быть не может', z.string().refine(() => false), 'x'],
  ])('«%s»', (sentence, schema, value) => {
    expect(schema.safeParse(value).error?.issues.map(({ message }) => message)).toEqual([sentence]);
  });
});
