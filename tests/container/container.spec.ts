import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { image } from '../../apps/server/testing/image.js';
import { startTestService, type TestService } from '../../apps/server/testing/startTestService.js';
import { whyNoPodman } from '../../scripts/image/podman.mjs';
import { type Podman, startPodman } from './startPodman.js';

const program = fileURLToPath(new URL('../../packages/cli/bin/svc.js', import.meta.url));
/** In CI, Linux without podman fails. */
const isRequired =
  process.platform === 'linux' && Boolean(process.env.CI || process.env.SVC_TEST_REQUIRES_PODMAN);
const why = isRequired ? null : whyNoPodman();

/** In the container: keeps the environment, and uploads the image of the repository to the session. */
const uploadImage = `
const { writeFileSync, readFileSync } = require('node:fs');
writeFileSync('environment.json', JSON.stringify({ cwd: process.cwd(), env: process.env }));
const query = new URLSearchParams({
  name: 'Home', suite: 'pages', branch: 'main', commit: 'c1', baselineRef: 'main',
  sessionId: process.env.SVC_SESSION_ID,
});
fetch(process.env.SVC_API_URL + '/api/v1/snapshots?' + query, {
  method: 'POST',
  headers: { 'x-api-key': process.env.SVC_API_KEY, 'content-type': 'image/png' },
  body: readFileSync('../home.png'),
}).then((answer) => { process.exitCode = answer.ok ? 7 : 1; });
`;

const waitForSignal = `
process.on('SIGTERM', () => process.exit(9));
require('node:fs').writeFileSync('ready', '');
setInterval(() => {}, 1000);
`;

describe.skipIf(why)(`svc run --container, with podman${why ? `: skipped, since ${why}` : ''}`, () => {
  let podman: Podman;
  let service: TestService;
  let url: string;
  let repository: string;
  beforeAll(async () => {
    podman = startPodman();
    service = await startTestService();
    url = await service.app.listen({ host: '127.0.0.1', port: 0 });
    repository = mkdtempSync(join(tmpdir(), 'svc-container-'));
    execFileSync('git', ['init', '--quiet'], { cwd: repository });
    mkdirSync(join(repository, 'web'));
    writeFileSync(join(repository, 'home.png'), image(0));
  });
  afterAll(async () => {
    await service?.stop();
    podman?.stop();
    rmSync(repository, { recursive: true, force: true });
  });

  /** Runs a script in the folder `web` of the repository, in a container. */
  function start(script: string, env: Record<string, string> = {}, image = podman.image) {
    const words = ['run', '--container', image, '--', podman.node, '-e', script];
    const child = spawn(process.execPath, [program, ...words], {
      cwd: join(repository, 'web'),
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        SVC_CONTAINER_ENGINE: 'podman',
        SVC_API_KEY: service.apiKey,
        SVC_API_URL: url,
        ...podman.env,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stderr = '';
    child.stderr.on('data', (chunk) => (stderr += chunk));
    const ended = new Promise<{ code: number | null; stderr: string }>((resolve, reject) => {
      child.on('error', reject).on('close', (code) => resolve({ code, stderr }));
    });
    return { child, ended };
  }

  test('mounts the repository, forwards variables, keeps owners, reaches the service and passes the exit code', async () => {
    const secrets = { CI: 'true', GITHUB_SHA: 'c1', AWS_SECRET_ACCESS_KEY: 'secret' };
    const { code, stderr } = await start(uploadImage, secrets).ended;
    expect(stderr).toContain('Suite "pages"');
    expect(stderr).toContain('1 new');
    expect(code).toBe(7);

    const file = join(repository, 'web', 'environment.json');
    const { cwd, env } = JSON.parse(readFileSync(file, 'utf8'));
    expect(cwd).toBe(join(repository, 'web'));
    expect(env).toMatchObject({ CI: 'true', GITHUB_SHA: 'c1', SVC_API_URL: url });
    expect(env.SVC_SESSION_ID).toMatch(/^ses_/);
    expect(env).not.toHaveProperty('AWS_SECRET_ACCESS_KEY');
    const { uid, gid } = statSync(file);
    expect([uid, gid]).toEqual([process.getuid?.(), process.getgid?.()]);
  });

  test('a signal reaches the command, whose exit code is that of svc', async () => {
    const { child, ended } = start(waitForSignal);
    await expect.poll(() => existsSync(join(repository, 'web', 'ready')), { timeout: 60_000 }).toBe(true);
    child.kill('SIGTERM');
    expect((await ended).code).toBe(9);
  });

  test('an image that is not here is told by the engine, and fails', async () => {
    const { code, stderr } = await start('', {}, 'localhost/none:1').ended;
    expect(stderr).toContain('localhost/none:1');
    expect(code).toBe(125);
  });
});
