import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { has, run } from './trial.ts';

const CHART = fileURLToPath(new URL('../../ops/helm/kantor', import.meta.url));
const RENDER = fileURLToPath(new URL('helm/render.go', import.meta.url));
/** Where Debian keeps what is written in Go. */
const GO = { GOPATH: '/usr/share/gocode', GO111MODULE: 'off' };
/** What Kubernetes takes, as types and schemas made of its own description; and what reads YAML. */
const JUDGES = ['kubernetes-models@5.1.0', 'yaml@2.9.1'];
/** Where pods have them. */
export const SECRETS = '/run/secrets/kantor';

export type Values = Record<string, unknown>;

interface Probe {
  httpGet: { path: string; port: string | number };
  periodSeconds: number;
  failureThreshold: number;
}
export interface Container {
  name: string;
  args?: string[];
  command?: string[];
  env: { name: string; value: string | number }[];
  ports?: { name: string; containerPort: number }[];
  startupProbe?: Probe;
  readinessProbe?: Probe;
  securityContext: {
    allowPrivilegeEscalation: boolean;
    readOnlyRootFilesystem: boolean;
    capabilities: { drop: string[] };
  };
  volumeMounts: { name: string; mountPath: string; readOnly?: boolean }[];
}
export interface Pod {
  securityContext: { runAsUser: number; runAsGroup: number; fsGroup: number };
  terminationGracePeriodSeconds?: number;
  containers: Container[];
  volumes: { name: string; secret?: { items: { key: string }[] }; persistentVolumeClaim?: unknown }[];
}
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec: {
    replicas?: number;
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
function renderAll(folder: string, values: Values): ReturnType<typeof run> {
  const file = join(folder, 'values.json');
  writeFileSync(file, JSON.stringify(values));
  if (has('helm')) return run('helm', ['template', 'kantor', CHART, '--namespace', 'kantor', '--values', file]);
  const Release = { Name: 'kantor', Namespace: 'kantor', Service: 'Helm', Revision: 1 };
  const known = { Values: values, Release, Chart: { Name: 'kantor', AppVersion: '0.2.0' } };
  const env = { ...process.env, ...GO, GOCACHE: join(folder, 'go') };
  return run('go', ['run', RENDER, CHART, JSON.stringify(known)], { env });
}

export const podOf = ({ spec }: Manifest): Pod | undefined => (spec?.jobTemplate?.spec ?? spec)?.template?.spec;

/** Why the chart cannot be read here; undefined: it can. */
export const whyNoChart = (): string | undefined =>
  has('helm') || has('go') ? undefined : 'this machine has neither helm nor go';

/** The chart, and what judges its manifests. */
export async function openChart(folder: string) {
  const { parse, read, validate } = await openJudges(folder);
  // Helm merges them itself.
  const standard = has('helm') ? {} : parse(readFileSync(join(CHART, 'values.yaml'), 'utf8'));
  return { read, validate, render: (values: Values) => renderAll(folder, merged(standard, values)) };
}
