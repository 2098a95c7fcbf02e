import { z } from 'zod';
import type { ActionRoutes } from '../../plain/platform-actions.ts';
import { type Call, idParams } from '../call.ts';

const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** A property of an object, or a balance: as it is, and as it becomes. Money and moments are texts. */
const fact = z.strictObject({
  name: z.string(),
  /** Whose balance it is; null: the object's own property, or the platform's. */
  of: z.string().nullable(),
  before: value,
  after: value,
  /** It becomes so when another person has accepted it. */
  on_acceptance: z.boolean(),
});

const change = z.strictObject({
  object: z.strictObject({ kind: z.string(), id: z.string(), name: z.string() }),
  is_new: z.boolean(),
  facts: z.array(fact),
});

/** What a person should know besides, a code and what stands in its sentence. */
const note = z.strictObject({ code: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])) });

const outcome = {
  changes: z.array(change),
  notes: z.array(note),
  /** It only proposes: another person carries it out. */
  is_proposal: z.boolean(),
};

const preview = z.strictObject({
  ...outcome,
  /** A fingerprint of what the action is based on: the deed sends it back. */
  version: z.string(),
});

const done = z.strictObject({
  ...outcome,
  /** Shown this once: a password, a key. */
  secrets: z.record(z.string(), z.string()),
});

export type Fact = z.output<typeof fact>;
export type Preview = z.output<typeof preview>;
export type Done = z.output<typeof done>;

const version = z.string().min(1).max(64);

interface Terms<Shape extends z.ZodRawShape> {
  summary: string;
  /** What the person decides, besides the object. */
  fields: Shape;
  refusals?: Readonly<Record<string, number>>;
}

/** The calls of an action with these fields. */
export interface ActionCalls<Shape extends z.ZodRawShape = z.ZodRawShape> {
  preview: ActionRoutes['preview'] & Parts<Shape, typeof preview>;
  carryOut: ActionRoutes['carryOut'] & Parts<Shape & { version: typeof version }, typeof done>;
}

interface Parts<Shape extends z.ZodRawShape, Response extends z.ZodType> {
  summary: string;
  params?: typeof idParams;
  body: z.ZodObject<Shape, z.core.$strict>;
  ok: 200;
  response: Response;
  refusals: Readonly<Record<string, number>>;
}

/**
 * The two calls of an action. The deed sends back the preview's `version`, and is refused with 409 `changed` when what it was
 * based on is not so any more: the problem's `now` says how it is.
 */
export function actionCalls<const Shape extends z.ZodRawShape>(
  routes: ActionRoutes,
  { summary, fields, refusals = {} }: Terms<Shape>,
): ActionCalls<Shape> {
  const params = routes.carryOut.path.includes(':id') ? { params: idParams } : {};
  return {
    preview: {
      ...routes.preview,
      ...params,
      summary: `${summary}: что изменится`,
      body: z.strictObject(fields),
      ok: 200,
      response: preview,
      refusals,
    },
    carryOut: {
      ...routes.carryOut,
      ...params,
      summary,
      body: z.strictObject({ ...fields, version }),
      ok: 200,
      response: done,
      refusals: { changed: 409, ...refusals },
    },
  };
}

const isAction = (value: unknown): value is ActionCalls =>
  typeof value === 'object' && value !== null && 'carryOut' in value && 'preview' in value;

/** All calls that a file of the contract defines: of an action both. */
export const callsOf = (file: object): readonly Call[] =>
  Object.values(file).flatMap((value: unknown) => {
    if (isAction(value)) return [value.preview, value.carryOut];
    return typeof value === 'object' && value !== null && 'path' in value ? [value as Call] : [];
  });
