import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { browserFlags } from './browserFlags.js';
import { fontsConfig } from './fontsConfig.js';

export type Log = (message: string, fields: Record<string, unknown>) => void;

export interface BrowserLauncher {
  /** Starts one more browser. Rejects with the browser's own words when it does not start. */
  launch(): Promise<Browser>;
  /** Removes what the browsers needed on disk. */
  close(): Promise<void>;
}

interface LauncherOptions {
  browserPath: string;
  proxyPort: number;
  /** true: only with Chromium's sandbox; false: never with it; absent: with it where that works. */
  sandbox?: boolean | undefined;
  log: Log;
}

const probeTimeoutMs = 20_000;
/** `nobody` on Linux distributions. */
const nobody = 65_534;

/** Chromium's sandbox works only for an ordinary user, so root hands the browser to `nobody`. */
const asNobody = `#!/bin/sh
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
  const isRoot = process.getuid?.() === 0;
  const cache = join(folder, 'cache');
  const wrapper = join(folder, 'as-nobody.sh');
  await chmod(folder, 0o755);
  await mkdir(cache);
  await writeFile(join(folder, 'fonts.conf'), fontsConfig);
  await writeFile(wrapper, asNobody, { mode: 0o755 });
  if (isRoot) await chown(cache, nobody, nobody);

  /** The service's own environment holds secrets: a browser gets none of it. */
  const env = {
    PATH: process.env.PATH ?? '/usr/bin:/bin',
    HOME: cache,
    XDG_CACHE_HOME: cache,
    XDG_CONFIG_HOME: cache,
    LANG: 'en_US.UTF-8',
    TZ: 'UTC',
    FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    SVC_CAPTURE_BROWSER: options.browserPath,
  };
  const start = (withSandbox: boolean) =>
    chromium.launch({
      executablePath: withSandbox && isRoot ? wrapper : options.browserPath,
      chromiumSandbox: withSandbox,
      args: browserFlags(options.proxyPort),
      env,
      timeout: probeTimeoutMs,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });

  const close = () => rm(folder, { recursive: true, force: true });
  try {
    const withSandbox = await decideSandbox(options, start);
    return { launch: () => start(withSandbox), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function decideSandbox(
  { sandbox, log }: LauncherOptions,
  start: (withSandbox: boolean) => Promise<Browser>,
): Promise<boolean> {
  if (sandbox !== undefined) return sandbox;
  try {
    const browser = await start(true);
    try {
      // Without user namespaces a browser starts, but none of its pages does.
      const page = await browser.newPage({ baseURL: 'about:blank' });
      await page.evaluate(() => 1);
    } finally {
      await browser.close();
    }
    return true;
  } catch (error) {
    log('the browser runs without its sandbox, which does not work here', { reason: reasonOf(error) });
    return false;
  }
}

/** The line in which the browser says what is wrong, out of Playwright's long report. */
function reasonOf(error: unknown): string {
  const lines = String(error instanceof Error ? error.message : error).split('\n');
  const telling = lines.find((line) => /sandbox|namespace|FATAL|ENOENT|EACCES|not found|denied/i.test(line));
  return (telling ?? lines[0] ?? '').trim();
}
