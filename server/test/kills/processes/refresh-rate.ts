import { DAY, MINUTE } from '../../../src/kernel/clock.ts';
import { refreshRate } from '../../../src/modules/rates/service.ts';
import { httpSource } from '../../../src/modules/rates/source.ts';
import type { Job } from './process.ts';

const rules = { jumpBp: 500n, sourceMaxAgeMs: 15 * MINUTE, manualMaxAgeMs: DAY };

const job: Job = (db, [now = '', url = '']) =>
  refreshRate({
    db,
    clock: () => new Date(now),
    source: httpSource({ url, path: 'price' }),
    rules,
    every: 30_000,
  });
export default job;
