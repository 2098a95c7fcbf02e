import { alertRules } from './trials/alert-rules.ts';
import { anotherServerTrial } from './trials/another-server.ts';
import { composeTrial } from './trials/compose.ts';
import { failOverTrial } from './trials/fail-over.ts';
import { forgettingTrial } from './trials/forgetting.ts';
import { helmChart } from './trials/helm-chart.ts';
import { helmPodsTrial } from './trials/helm-pods.ts';
import { nextPostgresTrial } from './trials/next-postgres.ts';
import { oldPooler } from './trials/old-pooler.ts';
import { pointInTimeTrial } from './trials/point-in-time.ts';
import { rollingRestart, rollingRestartCaddy } from './trials/rolling-restart.ts';
import { rollingUpgradeTrial } from './trials/rolling-upgrade.ts';
import { systemdUnit } from './trials/systemd-unit.ts';
import { type Trial, whyNot } from './trial.ts';

// Trials of operating: npm run trials [-- <name> …]. One that cannot run says so, and is not counted as passed.

const TRIALS: readonly Trial[] = [
  alertRules,
  systemdUnit,
  helmChart,
  helmPodsTrial,
  composeTrial,
  oldPooler,
  rollingRestart,
  rollingRestartCaddy,
  rollingUpgradeTrial,
  forgettingTrial,
  failOverTrial,
  pointInTimeTrial,
  nextPostgresTrial,
  anotherServerTrial,
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !TRIALS.some((trial) => trial.name === name));
if (unknown.length > 0) {
  console.error(`There is no trial ${unknown.join(', ')}. There are: ${TRIALS.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}

const ended = { passed: 0, failed: 0, 'not run': 0 };
for (const trial of TRIALS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  console.log(`\n${trial.name}: ${trial.summary}`);
  const why = whyNot(trial);
  if (why !== undefined) {
    ended['not run'] += 1;
    console.log(`  not run: ${why}`);
    continue;
  }
  const gates = await trial.run();
  for (const { name, goal, measured, holds, cases } of gates) {
    console.log(`  ${holds ? 'holds' : 'FAILS'}  ${name}: ${measured} (goal: ${goal})`);
    for (const each of holds ? [] : cases) console.log(`         ${each}`);
  }
  ended[gates.every(({ holds }) => holds) ? 'passed' : 'failed'] += 1;
}
console.log(
  `\n${Object.entries(ended)
    .map(([how, count]) => `${count} ${how}`)
    .join(', ')}.`,
);
process.exitCode = ended.failed > 0 ? 1 : 0;
