import { between, pick, type Random } from '@kantor/demo/random.ts';
import { type Schema, soundValue } from '../harness/schema.ts';

// Values that a schema describes, and what nobody in their right mind sends.

export const HOSTILE_NAMES = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'length',
  '',
  'a.b',
  'a[b]',
  '$',
  '\u0000',
];

const HOSTILE_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\uD800',
  '\uFEFF',
  '\u202E\u200F',
  '👨‍👩‍👧‍👦'.repeat(20),
  'x'.repeat(5000),
  "' or 1=1 --",
  '"); drop table users; --',
  '<script>alert(1)</script>',
  '${7*7}{{7*7}}',
  '../../../etc/passwd',
  '\r\nX-Injected: yes',
  '%00%0d%0a%zz',
  '１２３',
  '٣٤٥',
  '1e5',
  '1e400',
  '-0',
  '-1',
  '0x10',
  '9'.repeat(40),
  '0.0000000000000001',
  '1,5',
  'NaN',
  'Infinity',
  'null',
  'undefined',
  '[]',
  '{}',
  '2026-02-30T25:61:61Z',
  '+010000-01-01T00:00:00Z',
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  'javascript:alert(1)',
  'http://[::1]:0/',
  'http://169.254.169.254/',
  'file:///etc/passwd',
  ...HOSTILE_NAMES,
];

const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);

const HOSTILE_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  -1e-7,
  2 ** 31,
  2 ** 53,
  9e15,
  [],
  {},
  [null],
  [[]],
  deep(50),
  deep(2000),
  JSON.parse('{"__proto__":null}'),
  JSON.parse('{"constructor":{"prototype":{"x":1}}}'),
  Array.from({ length: 1000 }, () => 1),
];

export const hostileText = (random: Random): string => pick(random, HOSTILE_TEXTS);

export const hostileValue = (random: Random): unknown =>
  random() < 0.5 ? hostileText(random) : pick(random, HOSTILE_VALUES);

const chance = (random: Random, part: number) => random() < part;
const whole = (random: Random, from: number, to: number) => Math.floor(between(random, from, to));

/** A value of the schema, with its optional parts as it comes; sometimes the least that it takes. */
function likelyValue(schema: Schema, random: Random): unknown {
  if (schema.anyOf !== undefined && schema.example === undefined)
    return likelyValue(pick(random, schema.anyOf), random);
  if (schema.enum !== undefined) return pick(random, schema.enum);
  if (schema.type === 'object' && schema.properties !== undefined) {
    const names = Object.keys(schema.properties).filter(
      (name) => schema.required?.includes(name) === true || chance(random, 0.5),
    );
    return Object.fromEntries(names.map((name) => [name, likelyValue(schema.properties?.[name] ?? {}, random)]));
  }
  if (schema.type === 'array') {
    return Array.from({ length: whole(random, 0, 4) }, () => likelyValue(schema.items ?? {}, random));
  }
  if (schema.type === 'integer' || schema.type === 'number') return whole(random, 0, 5000);
  return soundValue(schema);
}

/** A value of the schema with a few of its parts replaced, left out or added. */
export function spoiledValue(schema: Schema, random: Random): unknown {
  const value = likelyValue(schema, random);
  if (chance(random, 0.05)) return hostileValue(random);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const fields = new Map<string, unknown>(Object.entries(value));
  for (let n = whole(random, 0, 3); n > 0; n -= 1) {
    const name = pick(random, [...fields.keys(), pick(random, HOSTILE_NAMES)]);
    if (chance(random, 0.15)) fields.delete(name);
    else fields.set(name, hostileValue(random));
  }
  // Object.fromEntries makes properties of an object's own, `__proto__` too.
  return Object.fromEntries(fields);
}
