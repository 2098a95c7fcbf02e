import { machineMemory, memorySettings } from './memory.ts';

/** `none` gives up every promise to keep data through a crash: for tests, which throw the data away. */
export type Durability = 'full' | 'none';

/** Settings common to both, each with its reason. They go on the command line, so that they always fit this code. */
const ALWAYS: Record<string, string> = {
  // Only this machine connects, and by TCP: a socket file would need a folder both sides may enter.
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // Fewer checkpoints: each makes the next write of every page a whole page of log.
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  // On an SSD a random read costs what a sequential one does; the default is for spinning disks.
  random_page_cost: '1.1',
  // Compiling pays for reports of seconds; ours are queries of milliseconds.
  jit: 'off',
  // The operator's sentences about failures come from this log: in English whatever the machine's language, in UTC.
  lc_messages: 'C',
  log_timezone: 'UTC',
  timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  log_checkpoints: 'off',
};

const NOT_DURABLE: Record<string, string> = {
  // Many servers of tests run side by side.
  ...memorySettings(0),
  fsync: 'off',
  // It would come between copies of a database, and what lives for seconds needs no tidying.
  autovacuum: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // The least log there is, as nobody will replay it.
  wal_level: 'minimal',
  max_wal_senders: '0',
  // Test files run side by side, each with pools of its own and of processes that it starts.
  max_connections: '400',
  // In the data folder, which is thrown away: a server that a test kills would leave them in the system's memory.
  dynamic_shared_memory_type: 'mmap',
};

/** The command line of `postgres`. */
export function serverArguments(cluster: string, port: number, durability: Durability): string[] {
  const particular = durability === 'none' ? NOT_DURABLE : memorySettings(machineMemory());
  const settings = { ...ALWAYS, port: String(port), ...particular };
  return ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}
