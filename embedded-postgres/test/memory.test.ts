import { expect, test } from 'vitest';
import { machineMemory, memorySettings } from '../src/memory.ts';
import { serverArguments } from '../src/settings.ts';

const GIB = 2 ** 30;

test.for([
  [1, '256MB', '512MB', '64MB'],
  [8, '1024MB', '4096MB', '128MB'],
  [64, '4096MB', '32768MB', '512MB'],
  [1024, '4096MB', '65536MB', '512MB'],
] as const)('of %s GiB PostgreSQL takes its share, within bounds', ([size, buffers, cache, maintenance]) => {
  expect(memorySettings(size * GIB)).toEqual({
    shared_buffers: buffers,
    effective_cache_size: cache,
    maintenance_work_mem: maintenance,
  });
});

test('a durable server has the share of this machine, one of tests the least', () => {
  expect(machineMemory()).toBeGreaterThan(GIB / 8);
  expect(serverArguments('cluster', 1, 'full')).toContain(
    `shared_buffers=${memorySettings(machineMemory())['shared_buffers']}`,
  );
  expect(serverArguments('cluster', 1, 'none')).toContain('shared_buffers=256MB');
});
