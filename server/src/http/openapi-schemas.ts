import { z } from 'zod';

export type Json = Record<string, unknown>;

/** Kopecks and micro-USDT of the largest sum: ten to the fifteenth of them (plain/money.ts). */
const WHOLE_DIGITS: Record<number, number> = { 2: 14, 4: 12, 6: 10 };

/** Money: a number is accepted in requests, but a string is what is answered and what is exact. */
const moneyOf = (scale: number, mayBeSent: boolean) => ({
  type: 'string',
  pattern: mayBeSent
    ? `^(0|[1-9]\\d{0,${(WHOLE_DIGITS[scale] ?? 0) - 1}})(\\.\\d{1,${scale}})?$`
    : `^-?\\d{1,${WHOLE_DIGITS[scale]}}\\.\\d{${scale}}$`,
});

interface Overridden {
  jsonSchema: Json & z.core.JSONSchema.BaseSchema;
}

function tidy(out: Overridden['jsonSchema'], isRequest: boolean): void {
  const { scale, setOf } = out as { scale?: number; setOf?: readonly string[] };
  if (scale !== undefined) {
    for (const name of ['scale', 'anyOf'] as const) delete (out as Json)[name];
    Object.assign(out, moneyOf(scale, isRequest));
  }
  if (setOf !== undefined) {
    for (const name of ['setOf', 'maxLength'] as const) delete (out as Json)[name];
    Object.assign(out, { type: 'array', items: { type: 'string', enum: setOf }, uniqueItems: true });
  }
  // The bounds of every integer say nothing, and would be the example.
  if (out.minimum === Number.MIN_SAFE_INTEGER) delete out.minimum;
  if (out.maximum === Number.MAX_SAFE_INTEGER) delete out.maximum;
  // The format says it to people; the pattern behind it is longer than the rest of the description.
  if (out.format !== undefined) delete out.pattern;
  // What is sent is closed: a field that nobody reads is an error. What is answered may grow (decision 86).
  if (!isRequest && out.additionalProperties === false) delete (out as Json)['additionalProperties'];
}

/**
 * JSON Schemas of what a client sends or sees; codecs are described by their wire side. A schema with an id stands in `named` once,
 * and by its name elsewhere.
 */
export function createSchemas() {
  const named: Record<string, Json> = {};

  const rename = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(rename);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) =>
        key === '$ref' && typeof inner === 'string'
          ? [key, inner.replace('#/$defs/', '#/components/schemas/')]
          : [key, rename(inner)],
      ),
    );
  };

  const keep = (name: string, schema: Json) => {
    const { id: _id, ...rest } = schema;
    const known = named[name];
    // One name is one shape: sent or answered, not both.
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(rest)) {
      throw new Error(`Two schemas are named ${name}`);
    }
    named[name] = rest;
  };

  const describe = (schema: z.ZodType, isRequest: boolean): Json => {
    const {
      $schema: _dialect,
      $defs = {},
      ...root
    } = rename(
      z.toJSONSchema(schema, {
        io: 'input',
        unrepresentable: 'any',
        override: ({ jsonSchema }) => tidy(jsonSchema as Overridden['jsonSchema'], isRequest),
      }),
    ) as Json & { $defs?: Record<string, Json> };
    for (const [name, definition] of Object.entries($defs)) keep(name, definition);
    const { id: name } = root as { id?: string };
    if (name === undefined) return root;
    keep(name, root);
    return { $ref: `#/components/schemas/${name}` };
  };

  return {
    named,
    ofRequest: (schema: z.ZodType) => describe(schema, true),
    ofAnswer: (schema: z.ZodType) => describe(schema, false),
  };
}
