import type { ActionCalls, Preview } from '@kantor/contract/wire/platform/action.ts';
import type { z } from 'zod';
import { sql } from 'kysely';
import { test as base } from '../commands/fixture.ts';
import type { Operator } from '../support/people.ts';

type Fields<Shape extends z.ZodRawShape> = z.input<z.ZodObject<Shape>>;

/** An action as a screen makes it: what it would do is asked, then it is done. */
export function acting<Shape extends z.ZodRawShape>(
  { call, refusal }: Pick<Operator, 'call' | 'refusal'>,
  calls: ActionCalls<Shape>,
  fields: Fields<Shape>,
  id?: string,
) {
  const { preview: asked, carryOut: deed } = calls as unknown as ActionCalls;
  const params = id === undefined ? {} : { params: { id } };
  const preview = () => call(asked, { ...params, body: fields }) as Promise<Preview>;
  return {
    preview,
    refusedPreview: () => refusal(asked, { ...params, body: fields }),
    /** Does what was previewed. */
    carryOut: ({ version }: { version: string }) => call(deed, { ...params, body: { ...fields, version } }),
    refused: ({ version }: { version: string }) => refusal(deed, { ...params, body: { ...fields, version } }),
    /** Looks and does. */
    done: async () => call(deed, { ...params, body: { ...fields, version: (await preview()).version } }),
  };
}

export const test = base
  .extend('anna', { scope: 'file' }, ({ kantor }) => kantor.createOperator())
  .extend('boris', { scope: 'file' }, ({ kantor }) => kantor.createOperator())
  /** What the audit keeps of an object, the latest at the end. */
  .extend('audited', ({ kantor }) => async (id: string) => {
    const { rows } = await sql<{ who: string; action: string; after: Record<string, unknown> }>`
      select who, action, after from audit where object_id = ${id} order by id`.execute(kantor.db);
    return rows;
  });
