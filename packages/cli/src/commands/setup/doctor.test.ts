import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeAfterAll } from '../../../../sdk/testing/closeAfterAll.js';
import { type FakeHandlers, Refusal, startFakeService } from '../../../../sdk/testing/startFakeService.js';
import { outputProblems } from '../../../testing/outputSchema.js';
import { runSvc } from '../../../testing/runSvc.js';
import type { DoctorOutput } from '../../output/Output.js';
import { version } from '../../version.js';

let folder = '';
let shallow = '';
const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
    cwd,
    stdio: 'ignore',
  });

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-doctor-'));
  git(folder, 'init', '-b', 'topic', 'whole');
  for (const message of ['one', 'two']) git(join(folder, 'whole'), 'commit', '--allow-empty', '-m', message);
  git(folder, 'clone', '--depth', '1', `file://${folder}/whole`, 'shallow');
  shallow = join(folder, 'shallow');
});
afterAll(() => rmSync(folder, { recursive: true }));

const kept = closeAfterAll();

const project = { slug: 'acme/web', defaultBranch: 'main', createdAt: '2026-11-25T14:03:00.000Z' };
const key = { kind: 'key', name: 'CI', project: 'acme/web', scopes: ['read', 'upload'] };

async function setUp(handlers: FakeHandlers = {}) {
  return kept(
    await startFakeService({
      getVersion: () => ({ version }),
      whoAmI: () => key,
      getOverview: () => ({ project, captures: [], diffs: [] }),
      ...handlers,
    }),
  );
}

async function examine(
  apiUrl: string,
  { cwd = join(folder, 'whole'), env = {}, args = [] as string[] } = {},
) {
  const run = await runSvc(['doctor', '--output', 'json', ...args], {
    cwd,
    env: { SVC_API_KEY: 'svc_test', SVC_API_URL: apiUrl, ...env },
  });
  const document = JSON.parse(run.stdout) as DoctorOutput;
  expect(outputProblems(document)).toBeNull();
  const of = (name: string) => document.findings.find((one) => one.name === name);
  // Whatever fails says what to do.
  expect(document.findings.filter(({ status, advice }) => (status === 'ok') !== (advice === null))).toEqual(
    [],
  );
  expect(run.code).toBe(document.findings.some(({ status }) => status === 'failed') ? 2 : 0);
  return { ...run, of };
}

test('all is well', async () => {
  const { url } = await setUp();
  const { of, code } = await examine(url);
  expect(code).toBe(0);
  expect(of('address')?.message).toBe(`${url} (SVC_API_URL)`);
  expect(of('reachability')?.message).toMatch(/^answered in \d+ ms$/);
  expect(of('key')?.message).toBe('API key "CI" (scopes: read, upload), using the API key from SVC_API_KEY');
  expect(of('project')?.message).toBe('acme/web, the project of the key');
  expect(of('commit')?.message).toMatch(/^topic at [0-9a-f]{7}$/);
  expect(of('history')?.message).toBe('complete');
  const text = await runSvc(['doctor'], { cwd: folder, env: { SVC_API_KEY: 'svc_test', SVC_API_URL: url } });
  expect(text.stdout).toMatch(/^ok {7}node {10}\d+\./m);
  expect(text.stdout).toMatch(/^warning {2}git .* is not in a git repository\n {23}run svc inside/m);
});

test('a shallow clone, another version and a key that is not known', async () => {
  const { url } = await setUp({
    getVersion: () => ({ version: '99.0.0' }),
    whoAmI: () => new Refusal('UNAUTHORIZED', 'The API key is not known'),
  });
  const { of } = await examine(url, { cwd: shallow, env: { GITHUB_ACTIONS: 'true' } });
  expect(of('history')).toMatchObject({
    status: 'warning',
    message: 'this clone is shallow: it has 1 commit of the branch, so baselines may be guessed',
    advice: 'fetch the whole history (`fetch-depth: 0` for actions/checkout)',
  });
  expect(of('versions')).toMatchObject({ status: 'warning', message: `svc ${version}, service 99.0.0` });
  expect(of('key')).toMatchObject({ status: 'failed', advice: expect.stringContaining('create a new key') });
});

test('an address at which nothing, or something else, answers', async () => {
  const closed = await startFakeService({});
  await closed.close();
  const nothing = await examine(closed.url);
  expect(nothing.of('reachability')).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('(ECONNREFUSED)'),
    advice: 'nothing listens there: is the service running, and is the API URL right?',
  });
  expect(nothing.of('key')?.message).toContain('not checked');
  const other = createServer((_request, response) => void response.writeHead(404).end('<html>'));
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  expect((await examine(`http://127.0.0.1:${port}`)).of('reachability')).toMatchObject({
    message: expect.stringMatching(/ answered 404 Not Found$/),
    advice: 'that is not from svc: check the API URL',
  });
  other.close();
  expect((await examine('svc.example.com')).of('address')).toMatchObject({ status: 'failed' });
});

test('no credential, a login without a project, and a damaged file', async () => {
  const { url } = await setUp({ whoAmI: () => ({ kind: 'user', name: 'Ada', project: null }) });
  const none = await examine(url, { env: { SVC_API_KEY: '', XDG_CONFIG_HOME: folder } });
  expect(none.of('key')).toMatchObject({
    status: 'failed',
    advice: 'pass --api-key, set SVC_API_KEY, or run `svc login`',
  });
  const login = await examine(url, { env: { SVC_API_KEY: 'svcl_ada' } });
  expect(login.of('project')).toMatchObject({
    status: 'failed',
    advice: expect.stringContaining('svc project set'),
  });
  const file = join(folder, 'whole/svc.config.json');
  writeFileSync(file, '{"projekt": "acme/web"}');
  expect((await examine(url)).of('configuration')).toMatchObject({
    status: 'failed',
    message: 'svc.config.json: projekt is not known: did you mean project?',
  });
  writeFileSync(file, JSON.stringify({ project: 'acme/web', apiUrl: url }));
  const found = await examine(url, { env: { SVC_API_KEY: 'svcl_ada', SVC_API_URL: '' } });
  expect(found.of('project')?.message).toBe('acme/web, from svc.config.json');
  expect(found.of('address')?.message).toBe(`${url} (svc.config.json)`);
  rmSync(file);
});

test('the proxy of an address, without its password, unless NO_PROXY has the host', async () => {
  const { url } = await setUp();
  const env = { HTTP_PROXY: 'http://ada:secret@127.0.0.1:9' };
  const proxied = await examine(url, { env });
  expect(proxied.of('proxy')?.message).toBe('http://127.0.0.1:9');
  expect(proxied.of('reachability')?.status).toBe('failed');
  expect(proxied.stdout).not.toContain('secret');
  expect((await examine(url, { env: { ...env, NO_PROXY: '127.0.0.1' } })).of('proxy')?.message).toBe(
    'none for this address',
  );
});
