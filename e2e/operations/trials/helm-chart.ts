import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings } from '@kantor/server/src/app/settings.ts';
import { type Gate, noneOf } from '@kantor/storms/src/harness/gates.ts';
import { type Manifest, openChart, podOf, SECRETS, type Values, whyNoChart } from '../chart.ts';
import type { Trial } from '../trial.ts';

const OWN = { domain: 'kantor.example', trustProxy: '10.0.0.0/8' };
const KEY = { keyId: 'k1', endpoint: 'https://s3.example' };
/** Installations that must be taken, by name. */
const TAKEN: Readonly<Record<string, Values>> = {
  'a claim': OWN,
  'a claim of theirs': { ...OWN, data: { existingClaim: 'theirs' } },
  everything: {
    ...OWN,
    bucket: { ...KEY, name: 'kantor-files' },
    data: { claim: false },
    backup: { enabled: true, to: 's3://backups/night' },
    metrics: { enabled: true },
    ingress: { className: 'nginx', annotations: { 'cert-manager.io/cluster-issuer': 'ours' } },
    settings: { KANTOR_SUPPORT_CONTACT: '@kantor_support' },
    imagePullSecrets: [{ name: 'registry' }],
    nodeSelector: { disk: 'fast' },
    tolerations: [{ key: 'money', operator: 'Exists' }],
  },
  'backups alone in a bucket': { ...OWN, bucket: KEY, backup: { enabled: true, to: 's3://backups/night' } },
};
/** Those that must be refused, and what the sentence must name. */
const REFUSED: Readonly<Record<string, Values>> = {
  domain: { trustProxy: '10.0.0.0/8' },
  trustProxy: { domain: 'kantor.example' },
  'bucket.name': { ...OWN, data: { claim: false } },
  'bucket.keyId': { ...OWN, bucket: { name: 'kantor-files' } },
  'backup.to': { ...OWN, backup: { enabled: true }, bucket: KEY },
};

/** What a container's settings lack: it reads each from where its pod has it, and who serves has nothing of the owner's. */
function faultsOf(manifest: Manifest, folder: string): string[] {
  const pod = podOf(manifest);
  const name = `${manifest.kind} ${manifest.metadata.name}`;
  if (pod === undefined) return [];
  const faults: string[] = [];
  const keys = pod.volumes.flatMap(({ secret }) => secret?.items.map(({ key }) => key) ?? []);
  const place = join(folder, 'secrets', manifest.metadata.name);
  mkdirSync(place, { recursive: true });
  for (const key of keys) {
    const isAddress = key.endsWith('-url');
    writeFileSync(join(place, key), isAddress ? `postgres://${key}:x@db/kantor` : 'k7m2px9w4th3nqae8rvyk7m2px9w4th3nq');
  }
  const [container] = pod.containers;
  const given = container?.env.map((each) => [each.name, String(each.value).replace(SECRETS, place)] as const) ?? [];
  const image = {
    NODE_ENV: 'production',
    HOST: '0.0.0.0',
    KANTOR_DATA_DIR: join(folder, 'data'),
    KANTOR_HEALTH_PORT: '3001',
  };
  try {
    const settings = readSettings({ ...image, ...Object.fromEntries(given) });
    const serves = manifest.kind === 'Deployment';
    if ((settings.ownerDatabaseUrl === undefined) !== serves) faults.push(`${name}: the owner's address`);
  } catch (error) {
    faults.push(`${name}: ${String(error)}`);
  }
  const used = JSON.stringify([container?.env, container?.args]);
  for (const key of keys) if (!used.includes(`${SECRETS}/${key}`)) faults.push(`${name}: ${key} is not read`);
  return faults;
}

const selects = ({ kind, spec }: Manifest): boolean =>
  kind !== 'Deployment' ||
  JSON.stringify(spec.selector?.matchLabels) === JSON.stringify(spec.template?.metadata?.labels);

async function judge(folder: string): Promise<Gate[]> {
  const { read, validate, render } = await openChart(folder);
  const [invalid, unset, kinds]: [string[], string[], Set<string>] = [[], [], new Set()];
  let manifests = 0;
  for (const [name, values] of Object.entries(TAKEN)) {
    const { ok, output } = render(values);
    if (!ok) invalid.push(`${name}: ${output}`);
    for (const manifest of ok ? read(output) : []) {
      manifests += 1;
      kinds.add(manifest.kind);
      try {
        validate(manifest);
      } catch (error) {
        invalid.push(`${name}: ${manifest.kind} ${manifest.metadata.name}: ${String(error)}`);
      }
      if (!selects(manifest)) invalid.push(`${name}: ${manifest.metadata.name} does not select its own pods`);
      unset.push(...faultsOf(manifest, mkdtempSync(join(folder, 'case-'))).map((fault) => `${name}: ${fault}`));
    }
  }
  const wanted = ['CronJob', 'Deployment', 'Ingress', 'Job', 'PersistentVolumeClaim', 'PodDisruptionBudget', 'Service'];
  const taken = Object.entries(REFUSED).filter(([named, values]) => {
    const { ok, output } = render(values);
    return ok || !output.includes(named);
  });
  return [
    noneOf('manifests that Kubernetes would refuse', invalid, manifests),
    noneOf(
      'kinds that are not made',
      wanted.filter((kind) => !kinds.has(kind)),
      wanted.length,
    ),
    noneOf('containers whose settings Kantor would refuse', unset, manifests),
    noneOf(
      'values that lack something, and are taken or refused without its name',
      taken.map(([named]) => named),
      Object.keys(REFUSED).length,
    ),
  ];
}

export const helmChart: Trial = {
  name: 'helm-chart',
  summary: 'Kubernetes takes what the chart makes of several installations, and Kantor the settings in it',
  whyNot: whyNoChart,
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kantor-helm-'));
    try {
      return await judge(folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
