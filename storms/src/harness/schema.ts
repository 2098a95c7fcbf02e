import { randomUUID } from 'node:crypto';
import type { Call } from '@kantor/contract/wire/call.ts';
import { z } from 'zod';

type Schemas = Readonly<Record<string, Schema>>;

/** The part of JSON Schema that the contract's own schemas come to. */
export interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  minimum?: number;
  $ref?: string;
  $defs?: Schemas;
  minLength?: number;
  example?: unknown;
}

/** What a client may send to a schema of the contract. */
export const schemaOf = (schema: z.ZodType): Schema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;

/** A sound value: the least that the schema takes. */
export function soundValue(schema: Schema, named: Schemas = schema.$defs ?? {}): unknown {
  if (schema.$ref !== undefined) return soundValue(named[schema.$ref.slice('#/$defs/'.length)] ?? {}, named);
  if (schema.example !== undefined) return schema.example;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const [first] = schema.anyOf ?? [];
  if (first !== undefined) return soundValue(first, named);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, soundValue(schema.properties?.[name] ?? {}, named)]),
      );
    case 'array':
      return [];
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    case 'null':
      return null;
    case undefined:
    default:
      if (schema.format === 'uuid') return randomUUID();
      return schema.format === 'uri' ? 'https://shop.example/' : 'текст'.repeat(Math.ceil((schema.minLength ?? 1) / 5));
  }
}

/** The JSON body that a call takes; undefined when it takes none. */
export const soundBody = ({ body }: Pick<Call, 'body'>): unknown =>
  body === undefined ? undefined : soundValue(schemaOf(body));

/** The address of a call with an id, as it is, in place of each parameter. */
export const addressOf = (base: string, path: string, id: string): string => base + path.replaceAll(/:\w+/g, id);
