import { CompiledQuery, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { createPool, type Database } from '../../src/db/pool.ts';

/** A node of a plan that was carried out, as `explain (analyze, format json)` tells it. */
export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  Alias?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

/** The rows that a node has looked at. */
export const lookedAt = (node: PlanNode): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) *
  node['Actual Loops'];

/** A plan's nodes, itself the first. */
export const nodesOf = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/**
 * A handle whose statements are explained while they are carried out. A table is never read from end to end where an index leads
 * to what is asked for, however small the table is.
 */
export function explaining(url: string): { db: Database; plans: PlanNode[]; destroy: () => Promise<void> } {
  const options = encodeURIComponent('-c timezone=UTC -c enable_seqscan=off');
  const inner = createPool(`${url}?options=${options}`, { max: 2 });
  const plans: PlanNode[] = [];
  const refuse = () => Promise.reject(new Error('Reading needs no transaction'));
  const connection = {
    executeQuery: async <Row>(query: CompiledQuery) => {
      const explain = `explain (analyze, timing off, format json) ${query.sql}`;
      const { rows } = await inner.executeQuery<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
        CompiledQuery.raw(explain, [...query.parameters]),
      );
      for (const { Plan } of rows[0]?.['QUERY PLAN'] ?? []) plans.push(Plan);
      return inner.executeQuery<Row>(CompiledQuery.raw(query.sql, [...query.parameters]));
    },
    streamQuery: () => {
      throw new Error('Nothing is streamed');
    },
  };
  const driver = {
    init: () => Promise.resolve(),
    acquireConnection: () => Promise.resolve(connection),
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    releaseConnection: () => Promise.resolve(),
    destroy: () => inner.destroy(),
  };
  const db = new Kysely<object>({
    dialect: {
      createDriver: () => driver,
      createAdapter: () => new PostgresAdapter(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    },
  });
  return { db, plans, destroy: () => inner.destroy() };
}
