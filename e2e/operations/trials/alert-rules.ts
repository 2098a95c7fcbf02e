import { fileURLToPath } from 'node:url';
import type { Gate } from '@kantor/storms/src/harness/gates.ts';
import { run, type Trial } from '../trial.ts';

const FOLDER = fileURLToPath(new URL('../../../ops/prometheus/', import.meta.url));

export const alertRules: Trial = {
  name: 'alert-rules',
  summary: 'Prometheus takes the alert rules, and they call when something is wrong and only then',
  programs: ['promtool'],
  run: async () => {
    const gate = (name: string, { ok, output }: ReturnType<typeof run>): Gate => ({
      name,
      goal: 'accepted',
      measured: ok ? 'accepted' : output,
      holds: ok,
      cases: [],
    });
    return [
      gate('the rules', run('promtool', ['check', 'rules', 'kantor.rules.yml'], { cwd: FOLDER })),
      gate('their tests', run('promtool', ['test', 'rules', 'kantor.rules.test.yml'], { cwd: FOLDER })),
    ];
  },
};
