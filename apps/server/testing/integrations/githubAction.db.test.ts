// biome-ignore-all lint/style/useNamingConvention: claims of GitHub's identity tokens, and names of variables.

import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessAsServer } from '../../src/service/access/ProjectAccess.js';
import { setCodeHost } from '../../src/service/codeHosts/setCodeHost.js';
import { ensureProject } from '../../src/store/projects/projects.js';
import { startTestIssuer, type TestIssuer } from '../codeHosts/startTestIssuer.js';
import { image } from '../image.js';
import { startTestService, type TestService } from '../startTestService.js';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const action = join(root, 'integrations/github/src/main.mjs');
const svc = join(root, 'packages/cli/bin/svc.js');
/** What the service of tests takes identity tokens for. */
const audience = 'http://localhost:4300';

let folder: string;
let service: TestService;
let issuer: TestIssuer;
/** Gives the job its identity token, as the runner does. */
let runner: Server;
let claims: Record<string, string> = {};
const apiUrl = () => `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
    cwd: folder,
    encoding: 'utf8',
  }).trim();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-action-'));
  git('init', '-q', '-b', 'main');
  issuer = await startTestIssuer();
  service = await startTestService(undefined, undefined, undefined, {
    ciIssuers: [{ kind: 'github', issuer: issuer.issuer }],
  });
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  const project = await ensureProject(service.resources.database, 'acme/web');
  const host = { kind: 'github', repository: 'acme/web', checkName: 'svc', comment: false } as const;
  await setCodeHost(service.resources, accessAsServer(project), { ...host, approvers: 'write' });
  runner = createServer(async (request, response) => {
    const isAllowed = request.headers.authorization === 'Bearer of-the-runner';
    const value = isAllowed ? await issuer.sign({ aud: audience, ...claims }) : undefined;
    response.writeHead(isAllowed ? 200 : 401, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ value }));
  });
  await new Promise<void>((resolve) => runner.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  runner?.close();
  await service?.stop();
  await issuer?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Images of the job, each a red between 0 and 255. */
function writeShots(shots: Record<string, number>): void {
  rmSync(join(folder, 'shots'), { recursive: true, force: true });
  mkdirSync(join(folder, 'shots'));
  for (const [name, red] of Object.entries(shots))
    writeFileSync(join(folder, 'shots', `${name}.png`), image(red));
}

function commit(): string {
  git('commit', '-q', '--allow-empty', '-m', 'x');
  return git('rev-parse', 'HEAD');
}

/** The variables and the event of a job on a push to main, or on a pull request from `topic`. */
function jobOf(event: 'push' | 'pull_request', sha: string): Record<string, string> {
  const payload =
    event === 'push'
      ? { ref: 'refs/heads/main', after: sha }
      : {
          number: 3,
          pull_request: {
            head: { ref: 'topic', sha, repo: { full_name: 'acme/web' } },
            base: { ref: 'main', repo: { full_name: 'acme/web' } },
          },
        };
  writeFileSync(join(folder, '.git/event.json'), JSON.stringify(payload));
  const ref = event === 'push' ? 'refs/heads/main' : 'refs/pull/3/merge';
  const pull = event === 'push' ? {} : { GITHUB_HEAD_REF: 'topic', GITHUB_BASE_REF: 'main' };
  claims = {
    ...{ repository: 'acme/web', repository_id: '7', ref, event_name: event, run_id: '100' },
    ...(event === 'push' ? {} : { head_ref: 'topic', base_ref: 'main' }),
  };
  return {
    ...{ CI: 'true', GITHUB_ACTIONS: 'true', GITHUB_EVENT_NAME: event, GITHUB_REPOSITORY: 'acme/web' },
    ...{
      GITHUB_EVENT_PATH: join(folder, '.git/event.json'),
      GITHUB_REF: ref,
      GITHUB_SHA: sha,
      GITHUB_JOB: 'visual',
    },
    ...{ GITHUB_REF_NAME: ref.replace(/^refs\/(heads|pull)\//, ''), GITHUB_RUN_ID: sha.slice(0, 8), ...pull },
  };
}

interface Step {
  code: number;
  log: string;
  summary: string;
  outputs: Record<string, string>;
}

/** Runs the action as a runner does. */
async function runAction(job: Record<string, string>, inputs: Record<string, string>): Promise<Step> {
  const [summary, outputs] = ['summary', 'outputs'].map((name) => join(folder, '.git', name));
  for (const file of [summary, outputs]) writeFileSync(file ?? '', '');
  const given = Object.entries({ 'api-url': apiUrl(), svc, ...inputs });
  const env = {
    ...{ PATH: process.env.PATH ?? '', HOME: join(folder, '.git'), GITHUB_WORKSPACE: folder, ...job },
    ...{ GITHUB_STEP_SUMMARY: summary, GITHUB_OUTPUT: outputs, RUNNER_TEMP: join(folder, '.git') },
    ACTIONS_ID_TOKEN_REQUEST_URL: `http://127.0.0.1:${(runner.address() as AddressInfo).port}/token?api=1`,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'of-the-runner',
    ...Object.fromEntries(given.map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])),
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [action], { cwd: folder, env }, (error, stdout, stderr) => {
      const entries = [
        ...readFileSync(outputs ?? '', 'utf8').matchAll(/^([\w-]+)<<(\S+)\n([\s\S]*?)\n\2$/gm),
      ];
      resolve({
        code: error ? Number(error.code) : 0,
        log: stdout + stderr,
        summary: readFileSync(summary ?? '', 'utf8'),
        outputs: Object.fromEntries(entries.map(([, name, , value]) => [name, value])),
      });
    });
  });
}

const approve = (reviewUrl: string | undefined) =>
  service.ask('POST', `/api/v1/diffs/${reviewUrl?.split('/').at(-1)}/approve`, {});

test('images of a push and of a pull request, with the identity of the job and no stored secret', async () => {
  writeShots({ button: 10, card: 20 });
  const first = await runAction(jobOf('push', commit()), { images: 'shots', suite: 'shots' });
  expect(first, first.log).toMatchObject({
    code: 1,
    outputs: { conclusion: 'failure', new: '2', pending: '2' },
  });
  expect(first.log.match(/^::warning title=shots%3A to review::/gm)).toHaveLength(2);
  expect(await approve(first.outputs['review-url'])).toMatchObject({ status: 200 });

  git('checkout', '-q', '-b', 'topic');
  writeShots({ button: 10, card: 250 });
  const sha = commit();
  const pull = await runAction(jobOf('pull_request', sha), {
    images: 'shots',
    suite: 'shots',
    'fail-on-changes': 'false',
  });
  expect(pull, pull.log).toMatchObject({
    code: 0,
    outputs: { conclusion: 'failure', 'exit-code': '0', changed: '1', new: '0', pending: '1' },
  });
  expect(pull.summary).toContain('| <code>shots</code> | 1 | 0 | 0 | 1 | ❌ 1 to review |');
  expect(pull.summary).toMatch(/<h4>card · changed [\d.]+ %<\/h4>/);
  expect(pull.summary.match(/<img src="http:\/\/localhost:4300\/api\/v1\//g)).toHaveLength(3);
  const report = JSON.parse(readFileSync(pull.outputs.report ?? '', 'utf8'));
  expect(report).toMatchObject({ branch: 'topic', commit: sha });

  await approve(pull.outputs['review-url']);
  const again = await runAction(jobOf('pull_request', sha), { images: 'shots', suite: 'shots' });
  expect(again, again.log).toMatchObject({ code: 0, outputs: { conclusion: 'success', pending: '0' } });
  expect(again.summary).toContain('✅ nothing to review');
});

test('a command runs in a session, and its exit code is that of the step', async () => {
  writeShots({ page: 30 });
  const upload = `"${process.execPath}" "${svc}" upload shots --suite pages`;
  const job = () => jobOf('pull_request', commit());
  const changed = await runAction(job(), { command: upload, 'fail-on-changes': 'true' });
  expect(changed, changed.log).toMatchObject({ code: 1, outputs: { conclusion: 'failure', new: '1' } });
  expect(changed.summary).toContain('<h4>page · new</h4>');
  const failed = await runAction(job(), { command: `${upload}\nfalse | cat\nexit 0` });
  expect(failed.code, failed.log).toBe(1);
});

test('what is wrong is an annotation, and the step fails', async () => {
  const job = jobOf('pull_request', commit());
  const none = await runAction(job, {});
  expect(none).toMatchObject({
    code: 2,
    log: expect.stringMatching(/^::error title=svc::Set exactly one of the inputs/),
  });
  claims = { ...claims, repository: 'evil/web', repository_id: '99' };
  const foreign = await runAction(job, { images: 'shots' });
  expect(foreign, foreign.log).toMatchObject({ code: 2, outputs: { conclusion: '' } });
  expect(foreign.log).toMatch(/^::error title=svc::.*identity token of GitHub Actions/m);
  expect(foreign.summary).toContain('❌');
});
