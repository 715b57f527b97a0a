import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestIssuer, type TestIssuer } from '../../apps/server/testing/codeHosts/startTestIssuer.js';
import { image } from '../../apps/server/testing/image.js';
import { makeDataDir, removeDataDir, type Server, startServer, svcServer } from './startServer.js';
import { svc } from './svc.js';

let issuer: TestIssuer;
let runner: HttpServer;
let dataDir: string;
let folder: string;
let server: Server;
/** What the job is, as its token says beside the audience. */
let claims: Record<string, string>;

beforeAll(async () => {
  issuer = await startTestIssuer();
  // The runner of GitHub Actions, which signs a token for the audience that it is asked for.
  runner = createServer((request, response) => {
    const aud = new URL(request.url ?? '/', 'http://runner').searchParams.get('audience') ?? undefined;
    void issuer
      .sign({ ...claims, ...(aud ? { aud } : {}) })
      .then((value) => response.end(JSON.stringify({ value })));
  });
  await new Promise<void>((resolve) => runner.listen(0, '127.0.0.1', resolve));
  dataDir = await makeDataDir();
  folder = await mkdtemp(join(tmpdir(), 'svc-ci-'));
  await writeFile(join(folder, 'home.png'), image(0));
  server = await startServer(dataDir, { SVC_CI_ISSUERS: `github=${issuer.issuer}` });
  await svcServer(['code-host', 'github', 'acme/web', 'acme/web'], { SVC_DATA_DIR: dataDir });
});
afterAll(async () => {
  await server?.stop();
  await new Promise((resolve) => runner.close(resolve));
  await issuer.stop();
  await removeDataDir(dataDir);
  await rm(folder, { recursive: true, force: true });
});

/** `svc upload` in a job of GitHub Actions that has no secret. */
const upload = (branch: string) =>
  svc(['upload', folder], {
    SVC_API_URL: server.url,
    SVC_BRANCH: branch,
    ACTIONS_ID_TOKEN_REQUEST_URL: `http://127.0.0.1:${(runner.address() as AddressInfo).port}/?api-version=1`,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'bearer',
  });
const push = {
  repository: 'acme/web',
  repository_id: '7',
  ref: 'refs/heads/main',
  event_name: 'push',
  run_id: '1',
};

test('a job uploads without a stored secret, for its own branch alone', async () => {
  claims = push;
  const own = await upload('main');
  expect([own.code, own.stdout]).toEqual([1, expect.stringContaining('1 of 1 captured')]);
  const other = await upload('release');
  expect([other.code, other.stderr]).toEqual([
    2,
    expect.stringContaining(
      'svc: This key of CI is for the branch "main" of acme/web, not for "release" (used the identity token of GitHub Actions)',
    ),
  ]);
});

test('a run that may be for a fork is ephemeral; another repository gets nothing', async () => {
  claims = { ...push, event_name: 'workflow_run' };
  const fork = await upload('main');
  expect([fork.code, fork.stderr]).toEqual([1, expect.stringContaining('what it captures is ephemeral')]);
  claims = { ...push, repository: 'evil/web', repository_id: '8' };
  const foreign = await upload('main');
  expect([foreign.code, foreign.stderr]).toEqual([
    2,
    expect.stringContaining('No project here is connected to the repository evil/web'),
  ]);
});
