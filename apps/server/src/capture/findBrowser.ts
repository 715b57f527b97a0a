import { accessSync, constants, readdirSync } from 'node:fs';
import { homedir, platform } from 'node:os';
import { delimiter, join } from 'node:path';

const commands = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];

const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Inside a folder of Playwright's cache: folder prefix, then where releases keep the executable. */
const playwrightBuilds: [string, string[]][] = [
  [
    'chromium_headless_shell-',
    [
      'chrome-headless-shell-linux64/chrome-headless-shell',
      'chrome-headless-shell-linux-arm64/chrome-headless-shell',
      'chrome-headless-shell-mac-arm64/chrome-headless-shell',
      'chrome-headless-shell-mac-x64/chrome-headless-shell',
      'chrome-headless-shell-win64/chrome-headless-shell.exe',
      'chrome-linux/headless_shell',
      'chrome-mac/headless_shell',
      'chrome-win/headless_shell.exe',
    ],
  ],
  [
    'chromium-',
    [
      'chrome-linux64/chrome',
      'chrome-linux/chrome',
      'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
      'chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
      'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
      'chrome-win64/chrome.exe',
      'chrome-win/chrome.exe',
    ],
  ],
];

/**
 * The browser to capture with: `SVC_BROWSER_PATH`, one that Playwright downloaded, or one of the system.
 * @returns its path, or null; a `SVC_BROWSER_PATH` that is no executable is null, never another browser
 */
export function findBrowser(env: NodeJS.ProcessEnv): string | null {
  if (env.SVC_BROWSER_PATH) return isExecutable(env.SVC_BROWSER_PATH) ? env.SVC_BROWSER_PATH : null;
  return fromPlaywright(env) ?? fromSystem(env);
}

function fromPlaywright(env: NodeJS.ProcessEnv): string | null {
  const cache = playwrightCache(env);
  const folders = listFolder(cache);
  for (const [prefix, executables] of playwrightBuilds) {
    const newestFirst = folders
      .filter((folder) => folder.startsWith(prefix))
      .sort((a, b) => revision(b) - revision(a));
    for (const folder of newestFirst) {
      const found = executables.map((path) => join(cache, folder, path)).find(isExecutable);
      if (found) return found;
    }
  }
  return null;
}

function fromSystem(env: NodeJS.ProcessEnv): string | null {
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  const candidates = commands.flatMap((command) => folders.map((folder) => join(folder, command)));
  return [...candidates, ...(platform() === 'darwin' ? applications : [])].find(isExecutable) ?? null;
}

function playwrightCache(env: NodeJS.ProcessEnv): string {
  const named = env.PLAYWRIGHT_BROWSERS_PATH;
  if (named && named !== '0') return named;
  if (platform() === 'darwin') return join(homedir(), 'Library/Caches/ms-playwright');
  if (platform() === 'win32') {
    return join(env.LOCALAPPDATA ?? join(homedir(), 'AppData/Local'), 'ms-playwright');
  }
  return join(env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'ms-playwright');
}

const revision = (folder: string): number => Number(folder.split('-').at(-1)) || 0;

function listFolder(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
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
