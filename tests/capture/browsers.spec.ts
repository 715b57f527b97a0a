import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type BrowserPool,
  createBrowserPool,
  type PoolLimits,
} from '../../apps/server/src/capture/browser/createBrowserPool.js';
import {
  type BrowserLauncher,
  createLauncher,
} from '../../apps/server/src/capture/browser/createLauncher.js';
import { heapOf } from '../../apps/server/src/capture/browser/heapOf.js';
import { findBrowser } from '../../apps/server/src/capture/findBrowser.js';
import { browserProcesses } from './browserProcesses.js';
import { serve, type TestServer } from './serveFolder.js';
import { captureAll, sitesDomain, testFleet } from './testFleet.js';

const greedy = `<h1>G</h1><script>
  const held = [];
  setInterval(() => held.push(new Uint8Array(32 << 20).fill(1)), 20);
</script>`;

let sites: TestServer;
beforeAll(async () => {
  sites = await serve((request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(request.url === '/greedy' ? greedy : '<h1>Fine</h1>');
  });
});
afterAll(() => sites?.close());

const url = (path: string) => `http://sit-a.${sitesDomain}:4300${path}`;
const pids = (kind: 'browser' | 'renderer') => browserProcesses(kind).map(({ pid }) => pid);

/** Browsers, without the helpers that they fork of themselves. */
function browsers(): number[] {
  const all = browserProcesses('browser');
  return all.filter(({ parent }) => all.every(({ pid }) => pid !== parent)).map(({ pid }) => pid);
}

describe.skipIf(process.platform !== 'linux')('projects', () => {
  it('have a browser of their own, which is kept for their next capture', async () => {
    const fleet = testFleet(sites.port, { pages: 3 });
    try {
      const slow = [{ name: 'slow', url: url('/'), delay: 1_500 }];
      const both = Promise.all([captureAll(fleet, slow, 'one'), captureAll(fleet, slow, 'two')]);
      await expect.poll(() => browsers().length).toBe(2);
      await both;
      const kept = browsers();
      expect(kept).toHaveLength(2);
      await captureAll(fleet, [{ name: 'again', url: url('/') }], 'one');
      expect(browsers()).toEqual(kept);
      await captureAll(fleet, [{ name: 'third', url: url('/') }], 'three');
      // No more than two are kept without work: that of the project whose work is longest ago goes.
      await expect.poll(() => browsers().length).toBe(2);
      expect(browsers()).toContain(kept[0]);
    } finally {
      await fleet.close();
    }
    expect(browsers()).toEqual([]);
  });
});

describe.skipIf(process.platform !== 'linux')('a browser that is killed while it starts', () => {
  it('costs nothing', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'svc-starts-'));
    // The browser runs as another user, where root starts it.
    await chmod(folder, 0o777);
    const mark = join(folder, 'kill');
    const browserPath = join(folder, 'browser.sh');
    const own = findBrowser(process.env);
    const script = `#!/bin/sh\nif [ -e '${mark}' ]; then rm '${mark}'; kill -9 $$; fi\nexec '${own}' "$@"\n`;
    await writeFile(browserPath, script, { mode: 0o755 });
    const fleet = testFleet(sites.port, { browserPath });
    try {
      const fine = [{ name: 'fine', url: url('/') }];
      expect((await captureAll(fleet, fine)).get('fine')).toMatchObject({ ok: true });
      await writeFile(mark, '');
      for (const pid of pids('browser')) process.kill(pid, 'SIGKILL');
      expect((await captureAll(fleet, fine)).get('fine')).toMatchObject({ ok: true });
      expect(existsSync(mark)).toBe(false);
    } finally {
      await fleet.close();
      await rm(folder, { recursive: true });
    }
  });
});

describe.skipIf(process.platform !== 'linux')('memory', () => {
  it('of a page is bounded: it crashes alone', async () => {
    const notes: string[] = [];
    const fleet = testFleet(sites.port, {
      pages: 2,
      pageMemory: 400 * 1024 ** 2,
      log: (message) => notes.push(message),
    });
    try {
      const outcomes = await captureAll(fleet, [
        { name: 'greedy', url: url('/greedy'), delay: 20_000 },
        { name: 'sibling', url: url('/'), delay: 3_000 },
        { name: 'after', url: url('/') },
      ]);
      expect(outcomes.get('greedy')).toEqual({
        ok: false,
        message: 'the page crashed; it may have run out of memory',
        console: [],
      });
      expect(outcomes.get('sibling')).toMatchObject({ ok: true });
      expect(outcomes.get('after')).toMatchObject({ ok: true });
      expect(notes).toEqual(['a page used too much memory and was ended']);
    } finally {
      await fleet.close();
    }
  });
});

describe('a browser', () => {
  let launcher: BrowserLauncher;
  let pool: BrowserPool | null = null;
  beforeAll(async () => {
    launcher = await createLauncher({
      browserPath: findBrowser(process.env) ?? '',
      proxyPort: 9,
      pageMemory: 1024 ** 3,
      deviceScaleFactor: 1,
      log: () => {},
    });
  });
  afterAll(() => launcher?.close());

  async function withPool(limits: Partial<PoolLimits>, use: (pool: BrowserPool) => Promise<void>) {
    pool = createBrowserPool(launcher, {
      idleMs: 60_000,
      idleBrowsers: 2,
      maxAgeMs: 600_000,
      maxBytes: 8 * 1024 ** 3,
      graceMs: 60_000,
      ...limits,
    });
    try {
      await use(pool);
    } finally {
      await pool.close();
    }
  }

  it('that is too old is replaced, and ends when its pages have', async () => {
    await withPool({ maxAgeMs: 300 }, async (kept) => {
      const work = kept.enter('one');
      const old = await work.get();
      const context = await old.newContext();
      expect(await work.get()).toBe(old);
      await sleep(400);
      expect(await work.get()).not.toBe(old);
      await sleep(500);
      expect(old.isConnected()).toBe(true);
      await context.close();
      await expect.poll(() => old.isConnected()).toBe(false);
      work.leave();
    });
  });

  it('that is replaced ends after its grace, whatever its pages do', async () => {
    await withPool({ maxAgeMs: 0, graceMs: 300 }, async (kept) => {
      const work = kept.enter('one');
      const old = await work.get();
      await old.newContext();
      await sleep(10);
      await work.get();
      await expect.poll(() => old.isConnected()).toBe(false);
      work.leave();
    });
  });

  it.skipIf(process.platform !== 'linux')('that uses much memory in all is replaced', async () => {
    await withPool({ maxBytes: 1024 ** 2 }, async (kept) => {
      const work = kept.enter('one');
      const large = await work.get();
      await sleep(1_200);
      expect(await work.get()).not.toBe(large);
      work.leave();
    });
  });

  it('without work ends after a while', async () => {
    await withPool({ idleMs: 300 }, async (kept) => {
      const work = kept.enter('one');
      const idle = await work.get();
      work.leave();
      const again = kept.enter('one');
      expect(await again.get()).toBe(idle);
      await sleep(500);
      expect(idle.isConnected()).toBe(true);
      again.leave();
      await expect.poll(() => idle.isConnected()).toBe(false);
    });
  });

  it('tells what the scripts of a page hold, and takes a hanging page for too large', async () => {
    await withPool({}, async (kept) => {
      const work = kept.enter('one');
      const page = await (await work.get()).newPage();
      const cdp = await page.context().newCDPSession(page);
      const before = await heapOf(cdp);
      await page.evaluate('globalThis.held = new Uint8Array(64 << 20).fill(1); 1');
      expect((await heapOf(cdp)) - before).toBeGreaterThan(60 * 1024 ** 2);
      page.evaluate('for (;;);').catch(() => {});
      await sleep(100);
      expect(await heapOf(cdp)).toBe(Number.POSITIVE_INFINITY);
      work.leave();
    });
  });
});

const isRoot = process.getuid?.() === 0;
const canUnshare = (() => {
  try {
    execFileSync('unshare', ['--user', '--map-root-user', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

describe.skipIf(process.platform !== 'linux')('the sandbox', () => {
  it.skipIf(!isRoot || !canUnshare)('is on, as the user nobody, when the service is root', async () => {
    const launcher = await createLauncher({
      browserPath: findBrowser(process.env) ?? '',
      proxyPort: 9,
      pageMemory: 1024 ** 3,
      deviceScaleFactor: 1,
      log: () => {},
    });
    try {
      expect(launcher.sandbox).toEqual({ on: true, user: 'nobody' });
      const { browser, end } = await launcher.launch();
      await browser.newPage();
      const renderers = pids('renderer');
      expect(renderers.length).toBeGreaterThan(0);
      for (const pid of renderers) {
        const status = readFileSync(`/proc/${pid}/status`, 'utf8');
        expect(status).toMatch(/^Seccomp:\s+2$/m);
        expect(status).toMatch(/^Uid:\s+65534\s/m);
        expect(readlinkSync(`/proc/${pid}/ns/user`)).not.toBe(readlinkSync('/proc/self/ns/user'));
      }
      await end();
    } finally {
      await launcher.close();
    }
  });

  /** Starts a launcher on a machine without user namespaces: in one in which there can be no further ones. Returns what is printed. */
  async function launchWithoutNamespaces(options: { sandbox?: boolean }): Promise<string[]> {
    const module = new URL('../../apps/server/dist/capture/browser/createLauncher.js', import.meta.url);
    const script = `
      import { createLauncher } from ${JSON.stringify(module.href)};
      try {
        const launcher = await createLauncher({
          browserPath: ${JSON.stringify(findBrowser(process.env))},
          proxyPort: 9,
          pageMemory: 1024 ** 3,
          deviceScaleFactor: 1,
          log: (message) => console.log(message),
          ...${JSON.stringify(options)},
        });
        console.log(JSON.stringify(launcher.sandbox));
        await launcher.close();
      } catch (error) {
        console.log(error.message);
      }`;
    const inside = spawn(
      'unshare',
      [
        '--user',
        '--map-root-user',
        'sh',
        '-c',
        'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"',
        'sh',
        process.execPath,
        '--input-type=module',
        '-e',
        script,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let output = '';
    inside.stdout.on('data', (chunk) => (output += chunk));
    expect(await once(inside, 'close')).toEqual([0, null]);
    return output.trim().split('\n');
  }

  it.skipIf(!canUnshare)('is off, with the reason, where there are no user namespaces', async () => {
    const [line, sandbox] = await launchWithoutNamespaces({});
    expect(line).toBe('the browser runs without its sandbox');
    expect(JSON.parse(sandbox ?? '')).toMatchObject({
      on: false,
      reason: 'user namespaces are off on this machine',
      remedy: 'sysctl -w user.max_user_namespaces=10000',
    });
  });

  it.skipIf(!canUnshare)('is never off where the deployment wants it', async () => {
    expect(await launchWithoutNamespaces({ sandbox: true })).toEqual([
      'Chromium’s sandbox does not work here: user namespaces are off on this machine. To fix it: ' +
        'sysctl -w user.max_user_namespaces=10000. To capture without it, set SVC_ALLOW_UNSANDBOXED=true',
    ]);
  });
});
