import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import {
  Browser,
  Cache,
  ChromeReleaseChannel,
  computeSystemExecutablePath,
  getVersionComparator,
} from '@puppeteer/browsers';

/** Names under which systems install Chromium. Debian's headless shell comes first: it starts fastest. */
const commands = ['chromium-headless-shell', 'chrome-headless-shell', 'chromium', 'chromium-browser'];

/** What Playwright downloads, in the order of preference. */
const playwrightBuilds = ['chromium-headless-shell', 'chromium'];

/** What Puppeteer downloads, in the order of preference. */
const puppeteerBuilds = [Browser.CHROMEHEADLESSSHELL, Browser.CHROME, Browser.CHROMIUM];

/** The part of Playwright that knows its downloads. Its public `executablePath()` leaves the headless shell out. */
interface PlaywrightBundle {
  registry: {
    registry: { findExecutable(name: string): { executablePath(): string | undefined } | undefined };
  };
}
const { registry: playwright }: PlaywrightBundle = createRequire(import.meta.url)(
  'playwright-core/lib/coreBundle',
);

/**
 * The browser to capture with: `SVC_BROWSER_PATH`, a Chromium of the system, one that Playwright or Puppeteer
 * downloaded, or Google Chrome. Downloads nothing.
 * @param env Playwright reads `PLAYWRIGHT_BROWSERS_PATH` of the process, not of this
 * @returns its path, or null; a `SVC_BROWSER_PATH` that is not an executable is null, never another browser
 */
export function findBrowser(env: NodeJS.ProcessEnv): string | null {
  if (env.SVC_BROWSER_PATH) return isExecutable(env.SVC_BROWSER_PATH) ? env.SVC_BROWSER_PATH : null;
  for (const candidates of [onPath, fromPlaywright, fromPuppeteer, googleChrome]) {
    const found = candidates(env).find(isExecutable);
    if (found !== undefined) return found;
  }
  return null;
}

function onPath({ PATH = '' }: NodeJS.ProcessEnv): string[] {
  const folders = PATH.split(delimiter).filter(Boolean);
  return commands.flatMap((command) => folders.map((folder) => join(folder, command)));
}

/** Of the very revision that this version of Playwright is made for. */
const fromPlaywright = (): string[] =>
  playwrightBuilds.flatMap((name) => playwright.registry.findExecutable(name)?.executablePath() ?? []);

function fromPuppeteer({ PUPPETEER_CACHE_DIR }: NodeJS.ProcessEnv): string[] {
  const installed = new Cache(
    PUPPETEER_CACHE_DIR ?? join(homedir(), '.cache', 'puppeteer'),
  ).getInstalledBrowsers();
  return puppeteerBuilds.flatMap((build) => {
    const compare = getVersionComparator(build);
    const newestFirst = installed
      .filter(({ browser }) => browser === build)
      .sort((a, b) => compare(b.buildId, a.buildId));
    return newestFirst.map(({ executablePath }) => executablePath);
  });
}

function googleChrome(): string[] {
  try {
    const path = computeSystemExecutablePath({
      browser: Browser.CHROME,
      channel: ChromeReleaseChannel.STABLE,
    });
    // Within WSL it names the Chrome of Windows, whose pages could not reach the service.
    return process.platform !== 'win32' && path.endsWith('.exe') ? [] : [path];
  } catch {
    // It throws where there is none.
    return [];
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
