import type { z } from 'zod';

// What is wrong with a field, in words of ours: the library's own are half of them names of its types.

type Forms = readonly [one: string, few: string, many: string];

const SIZES: Record<string, Forms> = {
  string: ['символ', 'символа', 'символов'],
  file: ['байт', 'байта', 'байт'],
  array: ['значение', 'значения', 'значений'],
  set: ['значение', 'значения', 'значений'],
  map: ['поле', 'поля', 'полей'],
};

/** A quantity of which at least, or at most, so much is needed: «не короче 3 символов», «не больше 1 значения». */
const ofMany = ([, few, many]: Forms, count: number) => (count % 10 === 1 && count % 100 !== 11 ? few : many);
const plural = new Intl.PluralRules('ru');
const counted = ([one, few, many]: Forms, count: number) =>
  ({ one, few, many })[plural.select(count) as 'one' | 'few' | 'many'];

const EMPTY = 'Заполните это поле';
const UNFIT = 'Такого значения здесь быть не может';
const OF_ANOTHER_SHAPE = 'Проверьте, как записано это значение';

const TYPES: Record<string, string> = {
  string: 'Укажите строку',
  number: 'Укажите число',
  int: 'Укажите целое число',
  bigint: 'Укажите целое число',
  boolean: 'Укажите true или false',
  date: 'Укажите время: 2026-11-23T12:00:00Z',
  array: 'Укажите список',
  object: 'Укажите объект с полями',
  record: 'Укажите объект с полями',
  null: 'Здесь может быть только null',
  never: 'Здесь не указывают ничего',
};

const FORMATS: Record<string, string> = {
  datetime: 'Укажите время: 2026-11-23T12:00:00Z',
  date: 'Укажите дату: 2026-11-23',
  time: 'Укажите время: 12:00',
  url: 'Укажите адрес, который начинается с https://',
  email: 'Укажите адрес почты',
  uuid: 'Неверный идентификатор',
  ipv4: 'Укажите адрес IPv4: 203.0.113.7',
  ipv6: 'Укажите адрес IPv6: 2001:db8::7',
  cidrv4: 'Укажите сеть IPv4: 203.0.113.0/24',
  cidrv6: 'Укажите сеть IPv6: 2001:db8::/32',
};

function tooSmall({ origin, minimum, inclusive, exact }: z.core.$ZodIssueTooSmall): string {
  const [size, count] = [SIZES[origin], Number(minimum)];
  if (size === undefined) return `Укажите число ${inclusive === false ? 'больше' : 'не меньше'} ${minimum}`;
  if (exact === true) return `Нужно ровно ${count} ${counted(size, count)}`;
  if (count === 1) return EMPTY;
  return `Не ${origin === 'string' ? 'короче' : 'меньше'} ${count} ${ofMany(size, count)}`;
}

function tooBig({ origin, maximum, inclusive, exact }: z.core.$ZodIssueTooBig): string {
  const [size, count] = [SIZES[origin], Number(maximum)];
  if (size === undefined) return `Укажите число ${inclusive === false ? 'меньше' : 'не больше'} ${maximum}`;
  if (exact === true) return `Нужно ровно ${count} ${counted(size, count)}`;
  return `Не ${origin === 'string' ? 'длиннее' : 'больше'} ${count} ${ofMany(size, count)}`;
}

/** Of what is a string or a number, such as a sum. */
function ofUnion({ errors }: z.core.$ZodIssueInvalidUnion): string {
  const types = errors.map(([first]) => (first?.code === 'invalid_type' ? first.expected : undefined));
  const isPlain = types.length > 0 && types.every((type) => type === 'string' || type === 'number');
  return isPlain ? 'Укажите строку или число' : UNFIT;
}

const lowered = (sentence = '') => sentence.charAt(0).toLowerCase() + sentence.slice(1);

/** The sentence of a fault that the schema has none of its own for. */
export function sentenceOf(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined && issue.code !== 'custom') return EMPTY;
  switch (issue.code) {
    case 'invalid_type':
      return TYPES[issue.expected] ?? OF_ANOTHER_SHAPE;
    case 'invalid_value':
      return issue.values.length === 1
        ? `Здесь может быть только ${String(issue.values[0])}`
        : `Выберите одно из значений: ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return tooSmall(issue as z.core.$ZodIssueTooSmall);
    case 'too_big':
      return tooBig(issue as z.core.$ZodIssueTooBig);
    case 'invalid_format':
      return FORMATS[issue.format] ?? OF_ANOTHER_SHAPE;
    case 'not_multiple_of':
      return `Укажите число, которое делится на ${issue.divisor}`;
    case 'unrecognized_keys':
      return 'Неизвестное поле';
    case 'invalid_union':
      return ofUnion(issue as z.core.$ZodIssueInvalidUnion);
    case 'invalid_key':
      return `Имя этого поля не подходит: ${lowered(issue.issues[0]?.message)}`;
    case 'invalid_element':
      return 'Одно из значений не подходит';
    case 'custom':
      return UNFIT;
  }
}
