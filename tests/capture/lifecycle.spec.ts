import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findBrowser } from '../../apps/server/src/capture/findBrowser.js';
import { browserProcesses } from './browserProcesses.js';
import { isAlive } from './isAlive.js';
import { serve } from './serveFolder.js';
import { captureAll, sitesDomain, testFleet } from './testFleet.js';

describe.skipIf(process.platform !== 'linux')('the browser', () => {
  let temporary: string;
  beforeAll(async () => {
    temporary = await mkdtemp(join(tmpdir(), 'svc-lifecycle-'));
    // A service of root has its browsers run by another user.
    await chmod(temporary, 0o711);
    vi.stubEnv('TMPDIR', temporary);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await rm(temporary, { recursive: true, force: true });
  });

  it('leaves no process and no folder behind when the fleet is closed', async () => {
    const sites = await serve((_request, response) => response.end('fine'));
    const fleet = testFleet(sites.port);
    const outcomes = await captureAll(fleet, [{ name: 'a', url: `http://sit-a.${sitesDomain}:4300/` }]);
    expect(outcomes.get('a')).toMatchObject({ ok: true });
    const processes = browserProcesses();
    expect(processes.length).toBeGreaterThan(0);
    expect(await readdir(temporary)).toContainEqual(expect.stringMatching(/^svc-fleet-/));

    await fleet.close();
    await sites.close();
    await expect.poll(() => processes.filter(({ pid }) => isAlive(pid))).toEqual([]);
    expect(await readdir(temporary)).toEqual([]);
    await expect(
      fleet.capture([{ name: 'a', url: 'http://a/' }], {
        project: 'test',
        signal: new AbortController().signal,
        onOutcome: async () => {},
      }),
    ).rejects.toThrow('the fleet is closed');
  });

  it('dies with a service that is killed', async () => {
    const server = new URL('../../apps/server/dist/capture/createFleet.js', import.meta.url);
    const script = `
      import { createFleet } from ${JSON.stringify(server.href)};
      const fleet = createFleet({
        browserPath: ${JSON.stringify(findBrowser(process.env))},
        sites: { domain: 'sites.localhost', upstream: { host: '127.0.0.1', port: 1 } },
        allowHosts: [],
        log: () => {},
      });
      setInterval(() => {}, 1000);
      fleet.capture([{ name: 'a', url: 'http://sit-unreachable.sites.localhost/' }], {
        project: 'test',
        signal: new AbortController().signal,
        onOutcome: async () => console.log('captured'),
      });`;
    const service = spawn(process.execPath, ['--input-type=module', '-e', script], {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise((resolve) => service.stdout.once('data', resolve));
    const processes = browserProcesses(undefined, service.pid);
    expect(processes.length).toBeGreaterThan(0);
    service.kill('SIGKILL');
    await sleep(100);
    await expect.poll(() => processes.filter(({ pid }) => isAlive(pid))).toEqual([]);
  });
});
