import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import Ajv from 'ajv';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { root } from '../setup/runProgram.mjs';
import { buildRenderer, chartFolder, overDefaults, readChart, renderChart, whyNoGo } from './renderChart.mjs';

const needed = {
  image: { repository: 'registry.example.com/svc' },
  publicUrl: 'https://svc.example.com',
  sitesDomain: 'svc-sites.example.net',
  existingSecret: 'svc-secrets',
  networkPolicy: { database: { cidr: '10.0.8.4/32' } },
};
const bucket = { s3: { bucket: 'images', endpoint: 'https://ceph.example.com:7480', prefix: 'svc/' } };
const installations = {
  'a bucket, and pods by the queue': { ...needed, blobs: bucket },
  'a volume, and a fixed number of pods': {
    ...needed,
    blobs: { existingClaim: 'images' },
    capture: { replicas: 3, scaling: { enabled: false } },
  },
  'everything else': {
    ...needed,
    blobs: bucket,
    image: { repository: 'svc', tag: '1.2.3', pullSecrets: ['registry'] },
    settings: { SVC_SIGN_UP: 'invitation', SVC_KEEP_ROWS: 365 },
    serviceAccount: { annotations: { 'eks.amazonaws.com/role-arn': 'arn:aws:iam::1:role/svc' } },
    ingress: { enabled: true, className: 'nginx', tlsSecret: 'svc', sitesTlsSecret: 'sites' },
    capture: { scaling: { databaseKey: 'DATABASE_DIRECT_URL' } },
    worker: { nodeSelector: { disk: 'fast' }, tolerations: [{ key: 'spot', operator: 'Exists' }] },
    networkPolicy: {
      database: { cidr: '10.0.8.5/32', port: 6432 },
      directDatabase: { cidr: '10.0.8.4/32' },
      blobs: { cidr: '10.0.9.0/24' },
      collector: { cidr: '10.0.9.7/32' },
      captured: ['10.7.0.0/16'],
    },
  },
  'no network policy': { ...needed, blobs: bucket, networkPolicy: { enabled: false } },
};

const schema = JSON.parse(readFileSync(path.join(chartFolder, 'values.schema.json'), 'utf8'));
const isValid = new Ajv({ strict: false, allErrors: true }).compile({ ...schema, $schema: undefined });

test.each(Object.entries(installations))('values of the chart: %s', (_, values) => {
  expect(isValid(overDefaults(values)), JSON.stringify(isValid.errors)).toBe(true);
});

test.each([
  ['a name that the chart does not know', { api: { replica: 2 } }],
  ['an address with a path', { publicUrl: 'https://example.com/svc' }],
  ['a setting that the chart sets itself', { settings: { SVC_ROLES: 'api' } }],
  ['no secret', { existingSecret: '' }],
])('the chart refuses %s', (_, values) => {
  expect(isValid(overDefaults({ ...installations['no network policy'], ...values }))).toBe(false);
});

const why = whyNoGo();
describe.skipIf(why)(`the chart, rendered${why ? `: skipped, since ${why}` : ''}`, () => {
  beforeAll(buildRenderer);

  test.each(Object.entries(installations))('makes valid objects: %s', async (_, values) => {
    const objects = renderChart(values);
    for (const object of objects) await requireValid(object);
    const names = objects.map(({ kind, metadata }) => `${kind}/${metadata.name}`);
    expect(names).toEqual([...new Set(names)]);
    const of = (kind) => objects.filter((one) => one.kind === kind);
    const pods = new Map(of('Deployment').map((one) => [one.metadata.name, one.spec]));
    expect([...pods.keys()].toSorted()).toEqual(['svc-api', 'svc-capture', 'svc-worker']);
    const labels = [...pods.values()].map(({ template }) => template.metadata.labels);
    for (const { selector, template } of pods.values())
      expect(template.metadata.labels).toMatchObject(selector.matchLabels);
    // Each selects the pods of one role.
    for (const { spec } of [...of('PodDisruptionBudget'), ...of('Service'), ...of('NetworkPolicy')]) {
      const wanted = Object.entries((spec.podSelector ?? spec.selector).matchLabels ?? spec.selector);
      expect(labels.filter((own) => wanted.every(([name, value]) => own[name] === value))).toHaveLength(1);
    }
    for (const { spec } of of('ScaledObject')) expect(pods.has(spec.scaleTargetRef.name)).toBe(true);
    expect(of('NetworkPolicy')).toHaveLength(values.networkPolicy.enabled === false ? 0 : 1);
  });

  test('sets only variables that the service reads, and each once', () => {
    const known = readSettings();
    for (const values of Object.values(installations))
      for (const { env } of containersOf(renderChart(values))) {
        const names = (env ?? []).map(({ name }) => name);
        expect(names).toEqual([...new Set(names)]);
        expect(names.filter((name) => !known.includes(`  ${name}: {`))).toEqual([]);
      }
  });

  test('runs every pod as another user than root, without capabilities, on a read-only file system', () => {
    const objects = renderChart(installations['everything else']);
    const templates = objects.flatMap(({ spec }) => spec?.template ?? []);
    expect(templates).toHaveLength(4);
    for (const { metadata, spec } of templates) {
      const isCapture = metadata.labels['app.kubernetes.io/component'] === 'capture';
      expect(spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: {
          runAsNonRoot: true,
          runAsUser: 10001,
          seccompProfile: isCapture
            ? { type: 'Localhost', localhostProfile: 'profiles/svc.json' }
            : { type: 'RuntimeDefault' },
        },
      });
      for (const { securityContext } of spec.containers)
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
    }
  });

  test('lets KEDA decide how many capture pods there are, with an address that only the Secret has', () => {
    const objects = renderChart(installations['a bucket, and pods by the queue']);
    const scaled = objects.find(({ kind }) => kind === 'ScaledObject');
    const query = readFileSync(path.join(chartFolder, 'files/capture-jobs.sql'), 'utf8');
    expect(scaled.spec.triggers[0].metadata.query).toBe(query.replaceAll('\n', ' ').trim());
    expect(objects.find(({ metadata }) => metadata.name === 'svc-capture').spec).not.toHaveProperty(
      'replicas',
    );
    expect(objects.filter(({ kind }) => kind === 'Secret' || kind === 'ConfigMap')).toEqual([]);
  });

  test('lets capture pods reach the pooler and the database behind it, and KEDA ask the latter', () => {
    const objects = renderChart(installations['everything else']);
    const { egress } = objects.find(({ kind }) => kind === 'NetworkPolicy').spec;
    const destinations = egress.flatMap(({ to, ports }) =>
      to.map(({ ipBlock }) => `${ipBlock?.cidr}:${ports?.[0].port}`),
    );
    expect(destinations).toEqual(expect.arrayContaining(['10.0.8.5/32:6432', '10.0.8.4/32:5432']));
    const { secretTargetRef } = objects.find(({ kind }) => kind === 'TriggerAuthentication').spec;
    expect(secretTargetRef).toMatchObject([{ name: 'svc-secrets', key: 'DATABASE_DIRECT_URL' }]);
  });

  test('carries any text of a setting as it is', () => {
    const texts = fc.array(fc.string({ unit: 'binary', maxLength: 40 }), { minLength: 50, maxLength: 50 });
    fc.assert(
      fc.property(texts, (all) => {
        const settings = Object.fromEntries(all.map((text, index) => [`TEXT_${index}`, text]));
        const objects = renderChart({ ...installations['no network policy'], settings });
        for (const { env } of containersOf(objects).filter(({ name }) => name === 'svc'))
          expect(Object.fromEntries(env.map(({ name, value }) => [name, value]))).toMatchObject(settings);
      }),
      { numRuns: 3 },
    );
  });

  test.each([
    ['image.repository', { image: { repository: '' } }],
    ['publicUrl', { publicUrl: '' }],
    ['sitesDomain', { sitesDomain: '' }],
    ['blobs.s3.bucket', { blobs: {} }],
    ['networkPolicy.database.cidr', { networkPolicy: {} }],
  ])('names the value that is missing: %s', (name, values) => {
    expect(() => renderChart({ ...needed, blobs: bucket, ...values })).toThrow(name);
  });

  test('release names of any length make names that Kubernetes takes', async () => {
    for (const release of ['prod', 'svc', 'a'.repeat(53)])
      for (const object of renderChart(installations['everything else'], { release })) {
        expect(object.metadata.name).toMatch(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/);
        await requireValid(object);
      }
  });
});

const settingsFolder = path.join(root, 'apps/server/src/settings');
const readSettings = () =>
  readdirSync(settingsFolder)
    .map((name) => readFileSync(path.join(settingsFolder, name), 'utf8'))
    .join('');

const containersOf = (objects) => objects.flatMap(({ spec }) => spec?.template?.spec.containers ?? []);

/** Against the schema of its kind. */
async function requireValid(object) {
  const { apiVersion, kind } = object;
  const from = apiVersion.startsWith('keda.sh/') ? '@kubernetes-models/keda' : 'kubernetes-models';
  const { [kind]: Model } = await import(`${from}/${apiVersion}/${kind}`);
  expect(() => new Model(object).validate(), `${kind} ${object.metadata?.name}`).not.toThrow();
}

test('the version of the chart is that of the service', () => {
  const { version } = JSON.parse(readFileSync(path.join(root, 'packages/cli/package.json'), 'utf8'));
  expect(readChart('Chart.yaml')).toMatchObject({ version, appVersion: version });
});
