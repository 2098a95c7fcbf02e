import type { ExportList } from '@kantor/contract/plain/exports.ts';
import type { Role } from '@kantor/contract/plain/rights.ts';
import type { Call } from '@kantor/contract/wire/call.ts';
import type { z } from 'zod';
import type { Reader } from '../db/tx.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Bind, Caller } from './endpoint.ts';
import type { FileColumn } from './table-file.ts';

/** One page of a list, or a part of one that is gone through in steps; an answer without pages holds all rows. */
type ListAnswer<Item> = { count: number; results: Item[]; rest?: { before: string } | null | undefined };

export type ListCall = Call & { response: z.ZodType<ListAnswer<unknown>> };

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** A row of a list's answer. */
export type ItemOf<C extends { response: z.ZodType<{ results: unknown[] }> }> = z.output<
  C['response']
>['results'][number];

/** What a list is asked, with what it is read by: the pool for a screen, a snapshot for a file. */
export interface Ask<C extends Call> {
  db: Reader;
  clock: Clock;
  caller: Caller;
  query: Parsed<C['query']>;
  params: Parsed<C['params']>;
}

/** A list: its call, how a page of it is read, and the columns of its file. The screen and the file have the same rows. */
export interface List<C extends ListCall = ListCall> {
  /** As the journal and whoever takes the file away name it. */
  name: ExportList;
  call: C;
  read(ask: Ask<C>): Promise<z.output<C['response']>>;
  columns: readonly ListColumn<ItemOf<C>>[];
}

/** `key`: that of the screen's column; `only`: rows of one role's list alone have something to say there. */
export type ListColumn<Item> = FileColumn<Item> & { key: string; only?: Role };

/** Any list, of whatever rows: what it is asked, and what its columns read, has passed its own schemas. */
export interface AnyList {
  name: ExportList;
  call: ListCall;
  read(ask: Ask<Call>): Promise<ListAnswer<unknown>>;
  columns: readonly ListColumn<never>[];
}

export const defineList = <C extends ListCall>(list: List<C>): List<C> => list;

/** Binds the call of a list: a page of it for a screen. */
export const bindList = (bind: Bind, { db, clock }: { db: Reader; clock: Clock }, list: AnyList): void =>
  bind(list.call, ({ caller, query, params }) => list.read({ db, clock, caller, query, params }));
