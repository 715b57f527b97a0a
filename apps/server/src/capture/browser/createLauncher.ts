import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { browserFlags, thriftFlags } from './browserFlags.js';
import { explainSandbox } from './explainSandbox.js';
import { fontsConfig } from './fontsConfig.js';
import { type Renderer, rendererOf } from './rendererOf.js';
import { type BrowserMemory, watchMemory } from './watchMemory.js';

export type Log = (message: string, fields: Record<string, unknown>) => void;

export interface Launched {
  browser: Browser;
  memory: BrowserMemory;
  /** Ends the browser, by force when it does not end on its own. */
  end(): Promise<void>;
}

/** How browsers run here: with Chromium's sandbox, or without it and why. */
export type Sandbox =
  | { on: true; user: BrowserUser }
  | { on: false; user: BrowserUser; reason: string; remedy: string };
/** Root hands its browsers to `nobody`. */
type BrowserUser = 'nobody' | 'root' | 'the user of the service';

export interface BrowserLauncher {
  sandbox: Sandbox;
  renderer: Renderer;
  /** Starts one more browser. Rejects with the browser's own words when it does not start. */
  launch(): Promise<Launched>;
  /** Removes what the browsers needed on disk. */
  close(): Promise<void>;
}

interface LauncherOptions {
  browserPath: string;
  proxyPort: number;
  /** true: only with Chromium's sandbox; false: never with it; absent: with it where that works. */
  sandbox?: boolean | undefined;
  /** Bytes that one process of a page may use before it is ended. */
  pageMemory: number;
  /** Images depend on it, though each page sets it for itself. */
  deviceScaleFactor: number;
  log: Log;
}

interface Way {
  sandbox: boolean;
  user: BrowserUser;
}

const launchTimeoutMs = 20_000;
/** A browser that was started to see whether it does, and is not used, is ended after this time. */
const spareMs = 60_000;
const endTimeoutMs = 5_000;
/** `nobody` on Linux distributions. */
const nobody = 65_534;

/** Chromium's sandbox works only for an ordinary user, so root hands the browser to `nobody`. */
const asNobody = `#!/bin/sh
chown ${nobody}:${nobody} "$HOME"
for argument in "$@"; do
  case $argument in
    --user-data-dir=*) chown ${nobody}:${nobody} "\${argument#*=}" ;;
  esac
done
exec setpriv --reuid=${nobody} --regid=${nobody} --clear-groups -- "$SVC_CAPTURE_BROWSER" "$@"
`;

/** Finds out once how a browser starts on this machine, with its sandbox where possible. */
export async function createLauncher(options: LauncherOptions): Promise<BrowserLauncher> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-fleet-'));
  const cache = join(folder, 'cache');
  const wrapper = join(folder, 'as-nobody.sh');
  await chmod(folder, 0o755);
  await mkdir(cache);
  await writeFile(join(folder, 'fonts.conf'), fontsConfig);
  await writeFile(wrapper, asNobody, { mode: 0o755 });

  /** The service's own environment holds secrets: a browser gets none of it. */
  const env = {
    PATH: process.env.PATH ?? '/usr/bin:/bin',
    HOME: cache,
    XDG_CACHE_HOME: cache,
    XDG_CONFIG_HOME: cache,
    TMPDIR: tmpdir(),
    LANG: 'en_US.UTF-8',
    TZ: 'UTC',
    FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    SVC_CAPTURE_BROWSER: options.browserPath,
  };
  // It takes most of a second to load, which the API need not wait for.
  const { chromium } = await import('playwright-core');
  const start = ({ sandbox, user }: Way): Promise<Browser> =>
    chromium.launch({
      executablePath: user === 'nobody' ? wrapper : options.browserPath,
      chromiumSandbox: sandbox,
      args: [...browserFlags(options.proxyPort), ...thriftFlags],
      env,
      timeout: launchTimeoutMs,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
  const removeFolder = () => rm(folder, { recursive: true, force: true, maxRetries: 5 });

  try {
    const first = await findWay(options, waysOf(options.sandbox), start);
    const { product } = await (await first.browser.newBrowserCDPSession()).send('Browser.getVersion');
    let spare: Launched | null = await adopt(first.browser, options);
    const endSpare = async () => {
      const unused = spare;
      spare = null;
      await unused?.end();
    };
    const timer = setTimeout(() => void endSpare(), spareMs).unref();
    return {
      sandbox: first.sandbox,
      renderer: rendererOf(product, options.deviceScaleFactor),
      async launch() {
        const ready = spare;
        spare = null;
        if (ready?.browser.isConnected()) return ready;
        const another = async () => adopt(await start(first.way), options);
        // One that somebody killed while it started says nothing about the next.
        return another().catch(another);
      },
      async close() {
        clearTimeout(timer);
        await endSpare();
        await removeFolder();
      },
    };
  } catch (error) {
    await removeFolder();
    throw error;
  }
}

async function adopt(browser: Browser, { pageMemory, log }: LauncherOptions): Promise<Launched> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const pid = processInfo.find(({ type }) => type === 'browser')?.id ?? null;
  const memory = watchMemory(
    pid,
    (page) => {
      log('a page used too much memory and was ended', { bytes: page.bytes, limit: pageMemory });
    },
    pageMemory,
  );
  browser.once('disconnected', () => memory.stop());
  return {
    browser,
    memory,
    async end() {
      const closed = browser.close().then(
        () => true,
        () => true,
      );
      if (await Promise.race([closed, sleepUnreferenced(endTimeoutMs)])) return;
      if (pid !== null) kill(pid);
      await closed;
    },
  };
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

const sleepUnreferenced = (ms: number): Promise<false> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(false), ms).unref();
  });

function waysOf(sandbox: boolean | undefined): Way[] {
  const isRoot = process.getuid?.() === 0;
  const ways: Way[] = isRoot
    ? [
        { sandbox: true, user: 'nobody' },
        { sandbox: false, user: 'nobody' },
        { sandbox: false, user: 'root' },
      ]
    : [
        { sandbox: true, user: 'the user of the service' },
        { sandbox: false, user: 'the user of the service' },
      ];
  return ways.filter((way) => sandbox === undefined || way.sandbox === sandbox);
}

/**
 * The first way that works, with the browser that showed it. Rejects as the last of them does, or, where only the sandbox may be
 * used, with what keeps it from working.
 */
async function findWay(
  { sandbox, log }: LauncherOptions,
  ways: readonly Way[],
  start: (way: Way) => Promise<Browser>,
): Promise<{ way: Way; browser: Browser; sandbox: Sandbox }> {
  let failure: unknown = null;
  // A browser that somebody killed says nothing about the sandbox: only two failures do.
  const attempts = ways.flatMap((way) => (way.sandbox ? [way, way] : [way]));
  for (const [index, way] of attempts.entries()) {
    try {
      const browser = await start(way);
      // Without user namespaces a browser starts, but none of its pages does.
      await canOpenPage(browser);
      if (way.sandbox) return { way, browser, sandbox: { on: true, user: way.user } };
      const why =
        failure === null
          ? { reason: 'it was switched off', remedy: 'leave the option away' }
          : explainSandbox(readFacts(reasonOf(failure)));
      if (sandbox === undefined) log('the browser runs without its sandbox', why);
      return { way, browser, sandbox: { on: false, user: way.user, ...why } };
    } catch (error) {
      failure ??= error;
      if (index < attempts.length - 1) continue;
      throw sandbox === true && (await startsAny(waysOf(false), start)) ? noSandbox(failure) : error;
    }
  }
  throw failure;
}

async function startsAny(ways: readonly Way[], start: (way: Way) => Promise<Browser>): Promise<boolean> {
  for (const way of ways) {
    try {
      const browser = await start(way);
      await canOpenPage(browser);
      await browser.close();
      return true;
    } catch {
      // Something else is wrong with it.
    }
  }
  return false;
}

function noSandbox(failure: unknown): Error {
  const { reason, remedy } = explainSandbox(readFacts(reasonOf(failure)));
  return new Error(
    `Chromium’s sandbox does not work here: ${reason}. To fix it: ${remedy}. To capture without it, set SVC_ALLOW_UNSANDBOXED=true`,
  );
}

async function canOpenPage(browser: Browser): Promise<void> {
  try {
    const page = await browser.newPage({ baseURL: 'about:blank' });
    await page.evaluate(() => 1);
    await page.close();
  } catch (error) {
    await browser.close().catch(() => {});
    throw error;
  }
}

const readFacts = (reason: string) => ({
  reason,
  isRoot: process.getuid?.() === 0,
  maxUserNamespaces: readSetting('user/max_user_namespaces'),
  unprivilegedClone: readSetting('kernel/unprivileged_userns_clone'),
  apparmorRestricts: readSetting('kernel/apparmor_restrict_unprivileged_userns'),
});

function readSetting(name: string): string | null {
  const file = `/proc/sys/${name}`;
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}

/** The line in which the browser says what is wrong, out of Playwright's long report. */
function reasonOf(error: unknown): string {
  const lines = String(error instanceof Error ? error.message : error).split('\n');
  const telling = lines.find((line) =>
    /sandbox|namespace|setpriv|FATAL|ENOENT|EACCES|not found|denied/i.test(line),
  );
  return (telling ?? lines[0] ?? '').trim();
}
