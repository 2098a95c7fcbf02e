import { totalmem } from 'node:os';

const MIB = 2 ** 20;

/** The memory of this machine in bytes, or of the container that we are in. */
export function machineMemory(): number {
  const limit = process.constrainedMemory();
  // No limit is 0, or a number greater than any machine.
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/** So many bytes in MiB, no less and no more than given. */
const between = (least: number, bytes: number, most: number): string =>
  `${Math.round(Math.min(Math.max(bytes / MIB, least), most))}MB`;

/**
 * The settings that follow from a machine's memory, which PostgreSQL shares with Kantor and whatever else runs there. Shared
 * buffers take memory as they are filled; tables about them, 1.7 % of their size, are there from the start.
 */
export const memorySettings = (bytes: number): Record<string, string> => ({
  // The tables and indexes in use, read without asking the operating system.
  shared_buffers: between(256, bytes / 8, 4096),
  // Told to the planner: together with what the operating system keeps.
  effective_cache_size: between(512, bytes / 2, 65_536),
  // An index is built in memory by a migration; three workers of autovacuum may have as much.
  maintenance_work_mem: between(64, bytes / 64, 512),
});
