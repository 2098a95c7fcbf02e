import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { readSettings } from '@kantor/server/src/app/settings.ts';
import { type Gate, noneOf } from '@kantor/storms/src/harness/gates.ts';
import { has, run, type Trial } from '../trial.ts';

const CHART = fileURLToPath(new URL('../../../ops/helm/kantor', import.meta.url));
const RENDER = fileURLToPath(new URL('../helm/render.go', import.meta.url));
/** Where Debian keeps what is written in Go. */
const GO = { GOPATH: '/usr/share/gocode', GO111MODULE: 'off' };
/** What Kubernetes takes, as types and schemas made of its own description; and what reads YAML. */
const JUDGES = ['kubernetes-models@5.1.0', 'yaml@2.9.1'];
const SECRETS = '/run/secrets/kantor';

type Values = Record<string, unknown>;

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

interface Container {
  name: string;
  args?: string[];
  command?: string[];
  env: { name: string; value: string | number }[];
}
interface Pod {
  containers: Container[];
  volumes: { name: string; secret?: { items: { key: string }[] } }[];
}
interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec: {
    template?: { metadata?: { labels?: unknown }; spec: Pod };
    jobTemplate?: { spec: { template: { spec: Pod } } };
    selector?: { matchLabels?: unknown };
  };
}

/** What judges manifests: installed in a folder of the trial's own. */
async function openJudges(folder: string) {
  const { ok, output } = run('npm', ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', ...JUDGES]);
  if (!ok) throw new Error(`${JUDGES.join(', ')} cannot be installed: ${output}`);
  const { parse, parseAllDocuments } = createRequire(join(folder, 'x.js'))('yaml') as {
    parse: (text: string) => Values;
    parseAllDocuments: (text: string) => { errors: Error[]; toJS: () => Manifest | null }[];
  };
  const models = pathToFileURL(join(folder, 'node_modules/kubernetes-models/index.js')).href;
  type Model = new (manifest: Manifest) => { validate: () => void };
  const groups = (await import(models)) as Record<string, Record<string, unknown>>;
  /** @throws Error that says what Kubernetes would refuse. */
  const validate = (manifest: Manifest) => {
    const [group = '', version] = manifest.apiVersion.split('/');
    const name = group.replaceAll(/[.-](\w)/g, (_, letter: string) => letter.toUpperCase());
    const kinds = version === undefined ? groups[group] : (groups[name]?.[version] as Record<string, unknown>);
    const Kind = kinds?.[manifest.kind] as Model | undefined;
    if (Kind === undefined) throw new Error(`Kubernetes has no ${manifest.apiVersion} ${manifest.kind}`);
    new Kind(manifest).validate();
  };
  const read = (text: string): Manifest[] =>
    parseAllDocuments(text).flatMap((document) => {
      const [error] = document.errors;
      if (error) throw error;
      return document.toJS() ?? [];
    });
  return { parse, read, validate };
}

const merged = (values: Values, more: Values): Values => {
  const isMap = (value: unknown): value is Values =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  const entries = Object.entries(more).map(([name, value]) => {
    const old = values[name];
    return [name, isMap(value) && isMap(old) ? merged(old, value) : value] as const;
  });
  return { ...values, ...Object.fromEntries(entries) };
};

/** The manifests of an installation: by Helm where it is, otherwise by its engine and functions. */
function render(folder: string, values: Values): ReturnType<typeof run> {
  const file = join(folder, 'values.json');
  writeFileSync(file, JSON.stringify(values));
  if (has('helm')) return run('helm', ['template', 'kantor', CHART, '--namespace', 'kantor', '--values', file]);
  const Release = { Name: 'kantor', Namespace: 'kantor', Service: 'Helm', Revision: 1 };
  const known = { Values: values, Release, Chart: { Name: 'kantor', AppVersion: '0.2.0' } };
  const env = { ...process.env, ...GO, GOCACHE: join(folder, 'go') };
  return run('go', ['run', RENDER, CHART, JSON.stringify(known)], { env });
}

const podOf = ({ spec }: Manifest): Pod | undefined => (spec?.jobTemplate?.spec ?? spec)?.template?.spec;

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
  const { parse, read, validate } = await openJudges(folder);
  // Helm merges them itself.
  const standard = has('helm') ? {} : parse(readFileSync(join(CHART, 'values.yaml'), 'utf8'));
  const [invalid, unset, kinds]: [string[], string[], Set<string>] = [[], [], new Set()];
  let manifests = 0;
  for (const [name, values] of Object.entries(TAKEN)) {
    const { ok, output } = render(folder, merged(standard, values));
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
    const { ok, output } = render(folder, merged(standard, values));
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
  whyNot: () => (has('helm') || has('go') ? undefined : 'this machine has neither helm nor go'),
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kantor-helm-'));
    try {
      return await judge(folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
