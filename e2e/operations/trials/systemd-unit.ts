import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gate } from '@kantor/storms/src/harness/gates.ts';
import { run, type Trial } from '../trial.ts';

const UNIT = fileURLToPath(new URL('../../../ops/systemd/kantor@.service', import.meta.url));
/** Of 100; below 20 systemd calls a unit «OK», what needs the network hardly gets below 10. */
const EXPOSED_AT_MOST = 15;

export const systemdUnit: Trial = {
  name: 'systemd-unit',
  summary: 'systemd takes the unit of an api and of a worker, and finds it hardened',
  programs: ['systemd-analyze'],
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kantor-unit-'));
    try {
      copyFileSync(UNIT, join(folder, 'kantor@.service'));
      const judged = ['api', 'worker'].map((role) =>
        run('systemd-analyze', ['verify', '--man=no', join(folder, `kantor@${role}.service`)]),
      );
      const { output } = run('systemd-analyze', ['security', '--offline=yes', join(folder, 'kantor@.service')]);
      const exposure = Number(/exposure level for \S+: ([\d.]+)/.exec(output)?.[1]) * 10;
      return [
        gate('units that systemd refuses', { exactly: 0 }, judged.filter(({ ok }) => !ok).length, {
          of: judged.length,
          cases: judged.map(({ output: said }) => said),
        }),
        gate('exposure of 100', { most: EXPOSED_AT_MOST }, exposure),
      ];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
